import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { signInAs } from "@/api/testing";
import { chaptersQuery } from "@/data/cards/chapters";
import { ChapterList } from "./chapter-list";

vi.mock("@/session/session", () => import("@/api/testing"));

afterEach(cleanup);

function show(titles: readonly string[], isAdmin: boolean) {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  signInAs({ uid: "u1", name: "Amara" }, isAdmin);
  const queries = new QueryClient();
  const chapters = titles.map((title, place) => ({ id: `c${place}`, number: place + 1, title, cardCount: place }));
  queries.setQueryData(chaptersQuery("CS246").queryKey, chapters as never);
  return render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <ChapterList code="CS246" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const none = "No chapters yet. Add the first one, then write its study cards.";

test("an administrator is asked to add the first chapter of an empty course, and a student sees nothing", () => {
  show([], true);
  expect(screen.getByText(none)).toBeDefined();
  cleanup();
  expect(show([], false).container.innerHTML).toBe("");
});

test.each([true, false])("only administrators can change chapters (%s)", (isAdmin) => {
  show(["Pointers", "Trees"], isAdmin);
  expect(screen.getAllByRole("link", { name: /Pointers|Trees/ })).toHaveLength(2);
  expect(screen.queryByText(none)).toBeNull();
  expect(screen.queryAllByRole("button", { name: /^More for / })).toHaveLength(isAdmin ? 2 : 0);
});

test.each([
  ["cannot be studied while none of its chapters has a card", ["Pointers"], undefined],
  ["can be studied as soon as one of its chapters has a card", ["Pointers", "Trees"], "/study?course=CS246"],
])("a course %s", (_what, titles, href) => {
  show(titles, false);
  expect(screen.getByRole("link", { name: /Pointers/ }).textContent).toContain("No cards yet");
  expect(screen.queryByRole("link", { name: "Study" })?.getAttribute("href")).toBe(href);
});

test("chapters that fail to load can be retried, and none can be added until then", async () => {
  vi.stubGlobal("fetch", async () => Response.json({}, { status: 500 }));
  signInAs({ uid: "u1", name: "Amara" }, true);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ChapterList code="CS246" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Could not load the study cards.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Add chapter" })).toHaveProperty("disabled", true);
  expect(screen.queryByText(none)).toBeNull();
  vi.stubGlobal("fetch", async () => Response.json({ items: [] }));
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText(none)).toBeDefined();
  expect(screen.getByRole("button", { name: "Add chapter" })).toHaveProperty("disabled", false);
});
