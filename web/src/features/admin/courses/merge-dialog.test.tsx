import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { COURSE_AUDIO_MAX_ITEMS } from "@/core/limits";
import type { CourseMerge } from "@/data/courses/managed-courses";
import { MergeDialog } from "./merge-dialog";

const api = vi.hoisted(() => ({
  preview: vi.fn(),
  merge: vi.fn(),
  refresh: vi.fn(),
  loadCore: vi.fn(),
  toast: vi.fn(),
}));
vi.mock("@/core/wasm", () => ({ loadRules: api.loadCore }));
vi.mock("@/ui/feedback/toast", () => ({ toast: api.toast }));
vi.mock("@/data/courses/managed-courses", () => ({
  mergePreviewQuery: (code: string, into: string) => ({
    queryKey: [code, into],
    queryFn: () => api.preview(code, into),
    retry: false,
  }),
  mergeCourses: api.merge,
  useRefreshCourses: () => api.refresh,
}));

const preview = {
  from: { noteCount: 3, likes: 1 },
  into: { courseCode: "CS135", title: "Functions", hidden: false },
  recordings: 2,
  requests: 0,
  later: ["likes", "follows", "personalCards", "exams", "savedNotes"],
  chapters: [
    { number: 1, title: "Lists", cards: 9, outcome: "moves" },
    { number: 2, title: "Trees", cards: 1, outcome: "renumbered", newNumber: 7 },
    { number: 3, title: "Maps", cards: 4, outcome: "folds" },
  ],
};
const onClose = vi.fn();

/** Controls of the mocked merge: reports progress, completes, fails; `signal` shows whether it was aborted. */
let report: (merge: Partial<CourseMerge>) => void;
let finish: () => void;
let fail: (error: Error) => void;
let signal: AbortSignal;

beforeEach(() => {
  vi.clearAllMocks();
  api.preview.mockResolvedValue(preview);
  api.loadCore.mockResolvedValue({
    parseCourseCode: (typed: string) => (/\d/.test(typed) ? { code: typed.replace(" ", "").toUpperCase() } : undefined),
  });
  api.merge.mockImplementation((_code, _into, onBatch, stop) => {
    [report, signal] = [onBatch, stop];
    return new Promise<void>((resolve, reject) => {
      [finish, fail] = [resolve, reject];
    });
  });
});
afterEach(cleanup);

function show(into = "") {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <MergeDialog course={{ courseCode: "CS115", title: "Design" }} into={into} onClose={onClose} />
    </QueryClientProvider>,
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name }).disabled;
function choose(value: string) {
  fireEvent.change(screen.getByRole("textbox", { name: "Code of the other course" }), { target: { value } });
  press("See what moves");
}

test.each([
  ["knitting", "Enter the code of the other course, for example CS 246."],
  ["CS 115", "Choose a different course. A course can't be merged into itself."],
])("for %s as the target course the form shows: %s", async (typed, words) => {
  show();
  choose(typed);
  expect(await screen.findByText(words)).toBeDefined();
  expect(api.preview).not.toHaveBeenCalled();
  // A valid code clears the message. An invalid code clears the preview.
  choose("cs 135");
  expect(await screen.findByRole("button", { name: "Merge into CS 135" })).toBeDefined();
  expect(screen.queryByText(words)).toBeNull();
  choose(typed);
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Merge into CS 135" })).toBeNull();
});

test("shows a message while the rules for codes cannot be fetched", async () => {
  api.loadCore.mockRejectedValue(new TypeError("Failed to fetch"));
  show();
  choose("CS 135");
  expect(await screen.findByText(unreachableProblem().detail)).toBeDefined();
});

test("a preview lists what will move and what happens to each chapter, before anything moves", async () => {
  show();
  choose("CS 135");
  const region = await screen.findByRole("region", { name: "What moves" });
  expect(region.querySelector("p")?.textContent).toBe("To CS 135, Functions:");
  expect([...region.querySelectorAll("li")].map((line) => line.textContent)).toEqual([
    "3 notes",
    "2 audio notes about it",
    "0 requests for it",
    "1 like",
    "Chapter 1, “Lists”, with 9 cards",
    "Chapter 2, “Trees”, with 1 card: becomes chapter 7, because CS 135 has a chapter 2",
    "Chapter 3, “Maps”, with 4 cards: its title is dropped, because CS 135 has a chapter 3",
    "likes of the course; two likes by the same student count as one",
    "followers of the course",
    "personal cards",
    "exams; a student who also has an exam in CS 135 chooses which date counts",
    "saved notes",
  ]);
  expect(screen.queryByText(/is hidden/)).toBeNull();
  expect(api.merge).not.toHaveBeenCalled();
});

test("the preview marks a hidden target, and says when the number of recordings exceeds the counting limit", async () => {
  const into = { ...preview.into, hidden: true };
  api.preview.mockResolvedValue({ ...preview, into, recordings: COURSE_AUDIO_MAX_ITEMS + 1 });
  show("CS135");
  expect(await screen.findByText("CS 135 is hidden, so students will see neither course.")).toBeDefined();
  expect(screen.getByText(`More than ${COURSE_AUDIO_MAX_ITEMS} audio notes about it`)).toBeDefined();
});

test("a merge cannot start before its preview has loaded", async () => {
  api.preview.mockRejectedValue(unreachableProblem());
  show("CS135");
  expect(screen.getByRole("status", { name: "Checking what will move..." })).toBeDefined();
  expect(await screen.findByText(unreachableProblem().detail)).toBeDefined();
  expect(isDisabled("Continue merging")).toBe(true);
});

test("a running merge shows progress and keeps the dialog open, then reports success and closes", async () => {
  show();
  choose("CS 135");
  await screen.findByRole("region", { name: "What moves" });
  press("Merge into CS 135");
  const bar = screen.getByRole("progressbar", { name: "Merging CS 115" });
  expect(bar.getAttribute("aria-valuenow")).toBe("0");
  act(() => report({ notes: 2, chapters: 1 }));
  expect(bar.getAttribute("aria-valuenow")).toBe("50");
  expect([isDisabled("Cancel"), isDisabled("See what moves")]).toEqual([true, true]);
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => finish());
  expect(onClose).toHaveBeenCalledOnce();
  expect(api.merge.mock.calls[0]?.slice(0, 2)).toEqual(["CS115", "CS135"]);
  expect(api.toast.mock.calls).toEqual([["CS 115 is now part of CS 135."]]);
  expect(api.refresh).toHaveBeenCalledOnce();
});

test("an interrupted merge reports what has moved, and can be resumed", async () => {
  show();
  choose("CS 135");
  await screen.findByRole("region", { name: "What moves" });
  press("Merge into CS 135");
  const words = `What has already moved stays moved. Continue to move the rest. ${unreachableProblem().detail}`;
  await act(async () => fail(unreachableProblem()));
  expect(screen.getByText(words)).toBeDefined();
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(isDisabled("Cancel")).toBe(false);
  expect(api.refresh).toHaveBeenCalledOnce();
  press("Continue merging");
  expect(screen.getByRole("progressbar")).toBeDefined();
  expect(screen.queryByText(words)).toBeNull();
  expect(api.merge).toHaveBeenCalledTimes(2);
});

test("leaving the page cancels the merge and refetches the changed lists", async () => {
  const { unmount } = show("CS135");
  await screen.findByRole("region", { name: "What moves" });
  press("Continue merging");
  unmount();
  expect([signal.aborted, signal.reason]).toEqual([true, new Error("closed")]);
  expect(api.refresh).not.toHaveBeenCalled();
  await act(async () => fail(new Error("closed")));
  expect(api.refresh).toHaveBeenCalledOnce();
  expect(api.toast).not.toHaveBeenCalled();
});

test("the dialog explains merging, and Escape and Cancel leave the course unchanged", () => {
  show();
  const dialog = screen.getByRole("dialog", { name: "Merge CS 115 into another course" });
  expect(dialog.textContent).toContain("its code will always lead there. This cannot be undone.");
  press("Cancel");
  fireEvent.keyDown(dialog, { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(api.merge).not.toHaveBeenCalled();
});
