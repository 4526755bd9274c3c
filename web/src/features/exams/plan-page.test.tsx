import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Exam } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { isoDateOf } from "@/lib/time/days";
import { examDateText } from "@/parts/exams/exam-text";
import type { PlannedDay } from "@/parts/exams/plan";
import { calendarDay } from "@/parts/exams/study-day";
import { PlanPage } from "./plan-page";

const [plan, exams, playList, chooseExam] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn(), vi.fn()]);
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/exams/exams", async (original) => ({
  ...(await original<object>()),
  useExams: () => exams(),
  setExam: vi.fn(),
  keepExam: chooseExam,
  removeExam: vi.fn(),
}));
vi.mock("@/player/player", () => ({ player: { playList } }));
vi.mock("@/parts/exams/plan", () => ({
  examPlanQuery: () => ({ queryKey: ["plan"], queryFn: plan, networkMode: "always" }),
}));

afterEach(() => {
  cleanup();
  for (const mock of [plan, exams, playList, chooseExam]) mock.mockReset();
});

const today = calendarDay();
const exam = (inDays: number): Exam => ({ course: "CS246", date: isoDateOf(today + inDays), retentionPercent: 90 });
const planned = (count: number, first: object = {}) =>
  Array.from({ length: count }, (_, index) => {
    const day = { day: today + index, newCards: index + 1, reviews: 0, notes: [], recordings: [], secs: 60 };
    return (index === 0 ? { ...day, ...first } : day) as PlannedDay;
  });

function show(known: { exams?: Exam[]; isError?: boolean }, days: readonly PlannedDay[] = []) {
  const refetch = vi.fn();
  exams.mockReturnValue({ exams: undefined, isError: false, ...known, refetch });
  if (days.length > 0) plan.mockResolvedValue({ days, hasBegun: false });
  view = render(page());
  return refetch;
}
let view: ReturnType<typeof render>;
const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const page = (client = queries()) => (
  <QueryClientProvider client={client}>
    <MemoryRouter>
      <PlanPage code="CS246" />
    </MemoryRouter>
  </QueryClientProvider>
);
const shownDays = () => screen.getAllByRole("rowheader").length;

test("shows two weeks of a plan first, and the whole plan on request", async () => {
  show({ exams: [exam(20)] }, planned(20));
  const more = await screen.findByRole("button", { name: "Show all 20 days" });
  expect(shownDays()).toBe(14);
  fireEvent.click(more);
  expect(shownDays()).toBe(20);
  expect(more.isConnected).toBe(false);
  expect(screen.getByText("20 new cards")).toBeDefined();
});

test("a plan of two weeks is shown completely, without a button for more", async () => {
  show({ exams: [exam(14)] }, planned(14));
  expect(await screen.findByRole("table")).toBeDefined();
  expect(shownDays()).toBe(14);
  expect(screen.queryByRole("button", { name: /^Show all/ })).toBeNull();
});

test("S2.exam.3 a day lists its notes and its recordings, which can be played", async () => {
  const recordings = [
    { id: "r1", title: "Heaps" },
    { id: "r2", title: "Graphs" },
  ];
  const notes = [{ id: "n1", title: "Pointers" }];
  show({ exams: [exam(2)] }, [...planned(1, { notes, recordings, newCards: 0 }), ...planned(2).slice(1)]);
  const note = await screen.findByRole("link", { name: "Pointers" });
  expect(note.getAttribute("href")).toBe("/note/n1");
  expect(screen.getByText("Pointers, Heaps, Graphs")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Play Graphs" }));
  expect(playList).toHaveBeenCalledExactlyOnceWith(recordings, 1, {
    kind: "course",
    id: "CS246",
    title: "CS 246",
    href: "/guide/CS246/exam",
  });
  // The plan has no cards today.
  expect(screen.queryByRole("link", { name: "Study cards" })).toBeNull();
});

test.each([
  ["new cards", { newCards: 2, reviews: 0 }],
  ["reviews", { newCards: 0, reviews: 3 }],
])("a last day with %s links to them, and shows no list of days", async (_what, share) => {
  show({ exams: [exam(0)] }, planned(1, share));
  const link = await screen.findByRole("link", { name: "Study cards" });
  expect(link.getAttribute("href")).toBe("/study?course=CS246");
  expect(screen.queryByRole("heading", { name: "Notes to read" })).toBeNull();
  expect(screen.queryByRole("heading", { name: "Audio notes to listen to" })).toBeNull();
  expect(screen.queryByRole("table")).toBeNull();
});

test("a plan that fails to load shows the reason, and can be retried", async () => {
  plan.mockRejectedValueOnce(unreachableProblem());
  show({ exams: [exam(2)] });
  expect(await screen.findByRole("heading", { name: "Could not make your plan" })).toBeDefined();
  expect(screen.getByText(unreachableProblem().detail)).toBeDefined();
  plan.mockResolvedValue({ days: planned(2), hasBegun: false });
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("table")).toBeDefined();
});

test("the page of a past exam has no plan, but offers to set a new date", async () => {
  show({ exams: [exam(-1)] });
  expect(screen.getByText("The exam is over; there is nothing left to plan.")).toBeDefined();
  expect(plan).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Set the next date" }));
  expect(await screen.findByRole("dialog", { name: "Exam in CS 246" })).toBeDefined();
});

test("says that a course has no exam, or that this could not be loaded, with a retry button", async () => {
  show({});
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  cleanup();
  const refetch = show({ isError: true });
  expect(screen.getByRole("heading", { name: "Could not load your exams" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(refetch).toHaveBeenCalledOnce();
  cleanup();
  show({ exams: [{ ...exam(3), course: "MATH137" }] });
  expect(screen.getByRole("heading", { name: "No exam date yet" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Set date" }));
  expect(await screen.findByRole("dialog", { name: "Exam in CS 246" })).toBeDefined();
});

test("S3.exam.2 two exams at the same time are distinguished by title and course, and the focus stays on the page", async () => {
  plan.mockResolvedValue({ days: planned(2), hasBegun: false });
  const counts = { ...exam(2), title: "Midterm" };
  show({ exams: [{ ...counts, setAside: [{ ...exam(2), course: "CS246E", title: "Final" }] }] });
  const when = examDateText(counts);
  expect(screen.getByText(/^CS 246E is now part of CS 246\./).textContent).toBe(
    "CS 246E is now part of CS 246. Your exam there has the same date and the title Final.",
  );
  expect(screen.getByText("Which exam counts?")).toBeDefined();
  expect(screen.getByRole("button", { name: `Use Final of CS 246E, ${when}` })).toBeDefined();
  const keep = screen.getByRole("button", { name: `Keep Midterm of CS 246, ${when}` });
  keep.focus();
  fireEvent.click(keep);
  expect(chooseExam).toHaveBeenCalledExactlyOnceWith(counts, ["CS246E"]);
  exams.mockReturnValue({ exams: [counts], isError: false, refetch: vi.fn() });
  view.rerender(page());
  expect(screen.queryByText("Which exam counts?")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("the button with the date opens the dialog, which can be closed again", async () => {
  show({ exams: [] });
  fireEvent.click(screen.getByRole("button", { name: "Set date" }));
  expect(await screen.findByRole("dialog")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
