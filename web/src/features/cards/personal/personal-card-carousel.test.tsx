import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PersonalCard } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { stubResizeObserver } from "@/ui/testing";
import { PersonalCardCarousel } from "./personal-card-carousel";

const [remove, toast] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock("@/data/cards/personal-cards", () => ({ removePersonalCard: remove }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));

const source = { noteId: "n1", page: 2, quote: "Ottawa" };
const cards = [
  { title: "Heaps" },
  { title: "Trees" },
  { title: "{{c1::Ottawa::city}} is the {{c2::capital}}", source },
  { title: "{{c1::`std::list`}} is a list" },
].map((card, index) => ({ id: `c${index}`, course: "CS246", content: "", ...card }));

beforeEach(() => {
  stubResizeObserver();
  remove.mockReset().mockResolvedValue(undefined);
  toast.mockReset();
  render(
    <MemoryRouter>
      <Routes>
        <Route
          path="/"
          element={<PersonalCardCarousel label="My cards" cards={cards as unknown as PersonalCard[]} />}
        />
        <Route path="*" element={<p>The editor</p>} />
      </Routes>
    </MemoryRouter>,
  );
});
afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const isClosed = () => vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());

test("a personal card is removed only after a confirmation that names it", async () => {
  press("Remove Trees");
  expect(screen.getByText("“Trees” will be removed with its picture. This cannot be undone.")).toBeDefined();
  press("Cancel");
  await isClosed();
  expect(remove).not.toHaveBeenCalled();
  press("Remove Trees");
  press("Remove");
  await isClosed();
  expect(remove).toHaveBeenCalledExactlyOnceWith(cards[1]);
  expect(toast).not.toHaveBeenCalled();
});

test("a refused removal of a personal card shows the reason", async () => {
  remove.mockRejectedValue(unreachableProblem());
  press("Remove Heaps");
  press("Remove");
  await vi.waitFor(() => expect(toast).toHaveBeenCalledOnce());
  expect(toast).toHaveBeenCalledWith(`The card was not removed. ${unreachableProblem().detail}`, { kind: "error" });
});

test("editing a personal card opens the editor", () => {
  press("Edit Heaps");
  expect(screen.getByText("The editor")).toBeDefined();
});

test("S3.gap.2 the buttons beside a card with gaps do not name its answer", () => {
  const names = screen.getAllByRole("button", { name: /^(?:Edit|Remove|Open)/ }).map(({ ariaLabel }) => ariaLabel);
  expect(names.slice(4)).toEqual([
    "Open the passage of [city] is the […]",
    "Edit [city] is the […]",
    "Remove [city] is the […]",
    "Edit […] is a list",
    "Remove […] is a list",
  ]);
});
