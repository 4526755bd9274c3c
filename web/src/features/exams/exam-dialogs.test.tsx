import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Exam } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { signInAs } from "@/api/testing";
import type { ExamPlan } from "@/parts/exams/plan";
import CalendarDialog from "./calendar-dialog";
import { ExamDialogs } from "./exam-dialogs";

const [removeExam, setExam, toast, saveFile, calendarOf] = vi.hoisted(() => [
  vi.fn(),
  vi.fn(),
  vi.fn(),
  vi.fn(),
  vi.fn(),
]);
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/exams/exams", () => ({ removeExam, setExam }));
vi.mock("@/ui/feedback/toast", () => ({ toast }));
vi.mock("@/lib/browser/save-file", () => ({ saveFile }));
vi.mock("./calendar", async (original) => ({
  ...(await original<typeof import("./calendar")>()),
  toICalendar: calendarOf,
}));

beforeEach(() => {
  signInAs({ uid: "u1", name: "Amara" });
  calendarOf.mockReturnValue("BEGIN:VCALENDAR");
});
afterEach(() => {
  cleanup();
  for (const mock of [removeExam, setExam, toast, saveFile, calendarOf]) mock.mockReset();
});

const exam: Exam = { course: "CS246", date: "2099-12-09", time: "13:30", retentionPercent: 90 };
const nothing = { newCards: 0, reviews: 0, notes: [], recordings: [], secs: 0 };
const days = [20_790, 20_795, 20_796].map((day) => ({ ...nothing, day, newCards: day < 20_796 ? 5 : 0 }));
const plan = { days, hasBegun: false } as unknown as ExamPlan;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

function ask(of = exam, more = "") {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExamDialogs code="CS246" exam={of} dialog="remove" onClose={onClose} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole("alertdialog", { name: "Remove the exam in CS 246?" })).toBeDefined();
  expect(screen.getByText(`9 Dec 2099 at 13:30. Your review history stays.${more}`)).toBeDefined();
  return onClose;
}

test("an exam is removed after a confirmation, and kept when cancelled", async () => {
  removeExam.mockResolvedValue({ status: "queued" });
  const cancelled = ask();
  press("Cancel");
  expect(cancelled).toHaveBeenCalledOnce();
  expect(removeExam).not.toHaveBeenCalled();
  cleanup();
  const onClose = ask();
  press("Remove");
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(removeExam).toHaveBeenCalledExactlyOnceWith(exam);
  expect(toast).not.toHaveBeenCalled();
});

test("S3.exam.2 the confirmation to remove an exam names the set-aside exam that becomes active", () => {
  const other = { ...exam, course: "CS246E", date: "2099-12-11" };
  ask({ ...exam, setAside: [other] }, " Your exam of CS 246E on 11 Dec 2099 at 13:30 will count instead.");
});

test("a failed removal shows the reason, and the dialog stays open", async () => {
  removeExam.mockRejectedValue(unreachableProblem());
  const onClose = ask();
  press("Remove");
  await vi.waitFor(() => expect(toast).toHaveBeenCalledOnce());
  expect(toast).toHaveBeenCalledWith(`The exam was not removed. ${unreachableProblem().detail}`, { kind: "error" });
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Remove" })).toHaveProperty("disabled", false));
  expect(onClose).not.toHaveBeenCalled();
});

function openCalendar(known: ExamPlan | undefined, of = exam) {
  const onClose = vi.fn();
  render(<CalendarDialog exam={of} plan={known} onClose={onClose} />);
  return { onClose, days: screen.getByRole("checkbox", { name: /^Include each day of the plan/ }) };
}

test.each([
  ["alone", false, []],
  ["with each day of its plan, on request", true, plan.days],
])("S2.exam.6 an exam is exported to a calendar file %s", (_what, isWanted, days) => {
  const { onClose, days: box } = openCalendar(plan);
  expect(screen.getByText("The plan as of now. It changes when you miss a day.")).toBeDefined();
  expect(box).toHaveProperty("checked", false);
  if (isWanted) fireEvent.click(box);
  press("Download");
  expect(calendarOf.mock.calls[0]?.[0]).toMatchObject({
    exam,
    days,
    owner: "u1",
    url: `${window.location.origin}/guide/CS246/exam`,
  });
  expect(saveFile).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), "cs246-exam.ics");
  expect(onClose).toHaveBeenCalledOnce();
  expect(setExam.mock.calls).toEqual(isWanted ? [[{ ...exam, calendarUntil: "2026-12-08" }, exam]] : []);
});

test.each([
  ["before the last day of this file", "2026-12-03", "2026-12-08"],
  ["after it", "2026-12-20", undefined],
])(
  "S2.exam.6 the last day of all exported files is saved with the exam; the saved day is %s",
  (_what, before, kept) => {
    const saved = { ...exam, calendarUntil: before };
    const { days: box } = openCalendar(plan, saved);
    expect(box).toHaveProperty("checked", true);
    expect(screen.getByText(/Some apps keep cancelled days; delete those yourself/)).toBeDefined();
    press("Download");
    expect(setExam.mock.calls).toEqual(kept === undefined ? [] : [[{ ...exam, calendarUntil: kept }, saved]]);
  },
);

test("an exam whose plan has not loaded can only be exported without the plan", () => {
  const { onClose, days } = openCalendar(undefined);
  expect(screen.getByText("Your plan isn't available right now.")).toBeDefined();
  expect(days).toHaveProperty("disabled", true);
  press("Cancel");
  expect(onClose).toHaveBeenCalledOnce();
  expect(saveFile).not.toHaveBeenCalled();
});

test("S2.exam.6 shows a message when the last day in the file could not be saved", async () => {
  setExam.mockRejectedValue(unreachableProblem());
  const { days: box } = openCalendar(plan);
  fireEvent.click(box);
  press("Download");
  expect(saveFile).toHaveBeenCalledOnce();
  const text = `The last day in the calendar file was not saved. ${unreachableProblem().detail}`;
  await vi.waitFor(() => expect(toast).toHaveBeenCalledExactlyOnceWith(text, { kind: "error" }));
});

test("S2.exam.6 the page says that the exported exam lasts 2 hours only if it has a time", () => {
  openCalendar(plan);
  expect(screen.getByText(/The exam is entered for 2 hours\./)).toBeDefined();
  cleanup();
  openCalendar(plan, { ...exam, time: undefined } as unknown as Exam);
  expect(screen.queryByText(/The exam is entered for 2 hours\./)).toBeNull();
});
