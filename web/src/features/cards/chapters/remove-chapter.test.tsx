import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Chapter } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import RemoveChapter from "./remove-chapter";

const [deleteChapter, toast] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock("@/data/cards/chapters", () => ({ deleteChapter, refreshChapters: async () => undefined }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));

afterEach(() => {
  cleanup();
  toast.mockReset();
});

const chapter = { id: "c1", number: 2, title: "Trees", cardCount: 3 } as Chapter;

function open(of = chapter) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RemoveChapter code="CS246" chapter={of} onClose={onClose} />
    </QueryClientProvider>,
  );
  return onClose;
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("Cancel keeps the chapter", () => {
  deleteChapter.mockReset();
  const onClose = open();
  press("Cancel");
  expect(onClose).toHaveBeenCalledOnce();
  expect(deleteChapter).not.toHaveBeenCalled();
});

test.each([
  ["that another administrator has removed counts as removed", "not_found", "Chapter removed"],
  ["that cannot be removed stays, and the dialog stays open", "unavailable", "Failed to remove the chapter. Later."],
] as const)("a chapter %s", async (_what, code, said) => {
  deleteChapter.mockReset().mockRejectedValue(new ApiProblem({ code, status: 400, detail: "Later." }));
  const onClose = open();
  press("Remove");
  await vi.waitFor(() => expect(toast).toHaveBeenCalled());
  expect(toast.mock.calls[0]?.[0]).toBe(said);
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Remove" })).toHaveProperty("disabled", false));
  expect(onClose).toHaveBeenCalledTimes(code === "not_found" ? 1 : 0);
});

test.each([
  [0, "“Trees” will be permanently removed. Notes of the chapter stay."],
  [1, "“Trees” with its study card will be permanently removed. Notes of the chapter stay."],
  [3, "“Trees” with its 3 study cards will be permanently removed. Notes of the chapter stay."],
])("the question names the chapter and its %i cards", (cardCount, text) => {
  open({ ...chapter, cardCount });
  const dialog = screen.getByRole("alertdialog", { name: "Remove Chapter 2?" });
  expect(dialog.textContent).toContain(text);
});

test("a chapter that is being removed shows so, and is reported once it is", async () => {
  let finish: () => void = () => undefined;
  deleteChapter.mockReset().mockReturnValue(new Promise<void>((resolve) => (finish = resolve)));
  open();
  press("Remove");
  expect(screen.getByText("Removing...")).toBeDefined();
  expect(deleteChapter.mock.calls).toEqual([["CS246", "c1"]]);
  finish();
  await vi.waitFor(() => expect(toast.mock.calls).toEqual([["Chapter removed"]]));
});
