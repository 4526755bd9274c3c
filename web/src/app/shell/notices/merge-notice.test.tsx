import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Me, UnreadMerge } from "@/api/models";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { MergeNotice } from "./merge-notice";

const { markMergeRead } = vi.hoisted(() => ({ markMergeRead: vi.fn<(code: string) => Promise<void>>() }));
vi.mock("@/data/me/me", () => ({ markMergeRead }));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  markMergeRead.mockReset();
});

const first: UnreadMerge = { courseCode: "CS246E", into: "CS246", moved: ["follows", "personalCards", "exams"] };
const second: UnreadMerge = { courseCode: "MATH137A", into: "MATH137", moved: ["savedNotes"] };

const noticeOf = (unreadMerges?: UnreadMerge[]) => (
  <MemoryRouter>
    <MergeNotice me={{ unreadMerges } as Me} />
  </MemoryRouter>
);
const text = () => screen.queryByRole("status")?.textContent;
const confirm = () => fireEvent.click(screen.getByRole("button", { name: "OK" }));

test("S4.merge.1 shows what each merge moved, one after the other, until it is confirmed", async () => {
  markMergeRead.mockResolvedValue(undefined);
  const { rerender } = render(noticeOf([first, second]));
  expect(text()).toBe(
    "CS 246E is now part of CS 246. We moved these for you: the course you follow, your cards, and your exam.OK",
  );
  expect(screen.getByRole("link", { name: "CS 246" }).getAttribute("href")).toBe("/guide/CS246/notes");
  confirm();
  expect(text()).toBe("MATH 137A is now part of MATH 137. We moved these for you: your saved notes.OK");
  rerender(noticeOf([second]));
  confirm();
  expect(text()).toBeUndefined();
  expect(markMergeRead.mock.calls).toEqual([["CS246E"], ["MATH137A"]]);
  rerender(noticeOf());
  expect(text()).toBeUndefined();
});

test("S4.merge.1 stays hidden on this page if the confirmation could not be sent, and returns at the next start", async () => {
  const logged = vi.spyOn(console, "warn").mockReturnValue();
  markMergeRead.mockRejectedValue(unreachableProblem());
  const { unmount } = render(noticeOf([first]));
  confirm();
  await waitFor(() =>
    expect(logged).toHaveBeenCalledWith("A merge notice could not be marked as read.", expect.any(ApiProblem)),
  );
  expect(text()).toBeUndefined();
  unmount();
  render(noticeOf([first]));
  expect(text()).toContain("CS 246E is now part of CS 246.");
});

test("S4.merge.1 names each kind of data that moved", () => {
  render(noticeOf([{ ...first, moved: ["likes", "follows", "personalCards", "exams", "savedNotes"] }]));
  expect(text()).toContain(
    "We moved these for you: your like, the course you follow, your cards, your exam, and your saved notes.",
  );
});
