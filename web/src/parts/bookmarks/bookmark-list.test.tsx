// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Bookmark } from "@/api/models";
import { editBookmark, putBookmark, removeBookmark } from "@/data/bookmarks/bookmarks";
import { toast } from "@/ui/feedback/toast";
import { BookmarkList } from "./bookmark-list";

vi.mock("@/data/bookmarks/bookmarks", () => ({
  editBookmark: vi.fn(async () => undefined),
  putBookmark: vi.fn(async () => undefined),
  removeBookmark: vi.fn(async () => undefined),
}));
vi.mock("@/ui/feedback/toast", () => ({ toast: vi.fn() }));
vi.mock("@/core/durations", () => ({
  useDurations: () => ({ clock: (secs: number) => `${secs} s`, spoken: (secs: number) => `${secs} seconds` }),
}));

const bookmark = (id: string, positionMs: number, remark = ""): Bookmark => ({
  id,
  audioId: "a",
  title: "Heaps",
  positionMs,
  remark,
  madeAt: "2026-11-21T10:00:00Z",
});
const first = bookmark("b1", 5000, "The proof");
const second = bookmark("b2", 9000);

const list = (bookmarks: readonly Bookmark[]) => (
  <>
    <h2 id="heading" tabIndex={-1}>
      Bookmarks
    </h2>
    <BookmarkList bookmarks={bookmarks} headingId="heading" onPlay={() => undefined} />
  </>
);

let show: (bookmarks: readonly Bookmark[]) => void;
beforeEach(() => {
  vi.clearAllMocks();
  const { rerender } = render(list([first, second]));
  show = (bookmarks) => rerender(list(bookmarks));
});
afterEach(cleanup);

const button = (name: string) => screen.getByRole("button", { name });

test("S4.bookmark.2 a comment is saved with the text on which the edit is based", () => {
  fireEvent.click(button("Edit the comment"));
  const field = screen.getByRole("textbox", { name: "Comment" });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: " The whole proof " } });
  fireEvent.click(button("Save"));
  expect(editBookmark).toHaveBeenCalledExactlyOnceWith(first, "The whole proof");
  expect(document.activeElement).toBe(button("Edit the comment"));
});

test("Escape closes the comment field without saving", () => {
  fireEvent.click(button("Add a comment"));
  const field = screen.getByRole("textbox", { name: "Comment" });
  fireEvent.change(field, { target: { value: "Never mind" } });
  fireEvent.keyDown(field, { key: "Escape" });
  expect(editBookmark).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button("Add a comment"));
});

test("removing a bookmark moves the focus to the next one, and to the heading after the last one", () => {
  fireEvent.click(button("Remove the bookmark at 5 seconds"));
  show([second]);
  expect(removeBookmark).toHaveBeenCalledExactlyOnceWith(first);
  expect(document.activeElement).toBe(button("Remove the bookmark at 9 seconds"));
  fireEvent.click(button("Remove the bookmark at 9 seconds"));
  show([]);
  expect(document.activeElement).toBe(screen.getByRole("heading"));
});

test("Undo restores a removed bookmark with its comment", () => {
  fireEvent.click(button("Remove the bookmark at 5 seconds"));
  const [, options] = vi.mocked(toast).mock.lastCall ?? [];
  options?.action?.onClick();
  expect(putBookmark).toHaveBeenCalledExactlyOnceWith(first);
});
