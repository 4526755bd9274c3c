import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Chapter } from "@/api/models";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { CHAPTER_MAX } from "@/core/limits";
import ChapterDialog from "./chapter-dialog";

const study = vi.hoisted(() => ({ createChapter: vi.fn(), editChapter: vi.fn(), refreshChapters: vi.fn() }));
const toast = vi.hoisted(() => vi.fn());
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/cards/chapters", () => study);
vi.mock("@/ui/feedback/toast", () => ({ toast }));

afterEach(() => {
  cleanup();
  for (const mock of [...Object.values(study), toast]) mock.mockReset();
});

const chapter = { id: "ch1", number: 3, title: "Trees", description: "", version: 5 } as Chapter;

function open(edited?: Chapter, nextNumber = 4) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ChapterDialog code="CS246" chapter={edited} nextNumber={nextNumber} onClose={onClose} />
    </QueryClientProvider>,
  );
  return onClose;
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const number = () => (screen.getByLabelText("Number") as HTMLInputElement).value;

test("a new chapter gets the next number, and a retry after a failure creates no second one", async () => {
  study.createChapter.mockRejectedValueOnce(unreachableProblem());
  const onClose = open();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(number()).toBe("4");
  type("Title", "Heaps");
  press("Add chapter");
  expect((await screen.findByRole("alert")).textContent).toBe(unreachableProblem().detail);
  expect(onClose).not.toHaveBeenCalled();
  press("Add chapter");
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = study.createChapter.mock.calls;
  expect(first).toEqual(["CS246", expect.any(String), { number: 4, title: "Heaps", description: "" }]);
  expect(second).toEqual(first);
  expect(study.refreshChapters).toHaveBeenCalledOnce();
  expect(toast).toHaveBeenCalledExactlyOnceWith("Chapter added");
});

test("editing a chapter sends the version that was read", async () => {
  const onClose = open(chapter);
  expect(screen.getByRole("dialog", { name: "Edit Chapter 3" })).toBeDefined();
  type("Number", " 7 ");
  press("Save");
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const fields = { number: 7, title: "Trees", description: "" };
  expect(study.editChapter).toHaveBeenCalledExactlyOnceWith("CS246", "ch1", 5, fields);
  expect(study.createChapter).not.toHaveBeenCalled();
  expect(toast).toHaveBeenCalledExactlyOnceWith("Chapter saved");
});

test("after a conflict the chapters are refetched, and the dialog stays open with the reason", async () => {
  study.editChapter.mockRejectedValue(new ApiProblem({ code: "conflict", status: 409, detail: "It was changed." }));
  const onClose = open(chapter);
  press("Save");
  expect((await screen.findByRole("alert")).textContent).toBe("It was changed.");
  expect(study.refreshChapters).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  expect(toast).not.toHaveBeenCalled();
});

test.each(["0", "", "x", "1.5", "1000"])("“%s” is not a valid chapter number", async (typed) => {
  open(chapter);
  type("Number", typed);
  press("Save");
  expect(await screen.findByText(`Enter a whole number from 1 to ${CHAPTER_MAX}.`)).toBeDefined();
  expect(study.editChapter).not.toHaveBeenCalled();
});

test("suggests no number after the highest one, and Cancel adds nothing", () => {
  const onClose = open(undefined, CHAPTER_MAX + 1);
  expect(number()).toBe(String(CHAPTER_MAX));
  press("Cancel");
  expect(onClose).toHaveBeenCalledOnce();
  expect(study.createChapter).not.toHaveBeenCalled();
});

test("the dialog stays open while a chapter is saved", async () => {
  study.editChapter.mockReturnValue(new Promise(() => undefined));
  const onClose = open(chapter);
  press("Save");
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true));
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).not.toHaveBeenCalled();
});
