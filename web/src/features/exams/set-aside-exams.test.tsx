import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Exam } from "@/api/models";
import { SetAsideExamsBanner } from "./set-aside-exams";

const calls = vi.hoisted(() => ({ choose: vi.fn(), toast: vi.fn() }));
vi.mock("@/data/exams/exams", async (original) => ({ ...(await original<object>()), keepExam: calls.choose }));
vi.mock("@/ui/feedback/toast", () => ({ toast: calls.toast }));

const exam = (more: object = {}) =>
  ({ id: "e", course: "CS246", date: "2026-12-09", time: "13:30", title: "Midterm", ...more }) as Exam;
const other = (more: object = {}) => exam({ id: "o", course: "CS247", date: "2026-12-10", title: "Final", ...more });

const heading = createRef<HTMLHeadingElement>();
const element = (shown: Exam) => (
  <>
    <h2 ref={heading} tabIndex={-1}>
      Exam
    </h2>
    <SetAsideExamsBanner exam={shown} heading={heading} />
  </>
);
beforeEach(() => {
  calls.choose.mockReset().mockResolvedValue({ status: "sent" });
  calls.toast.mockReset();
});
afterEach(cleanup);
const names = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const texts = () => [...document.querySelectorAll("p")].map(({ textContent }) => textContent);

test("an exam without set-aside exams shows nothing, and keeps the focus where it is", () => {
  render(element(exam()));
  expect([names(), texts()]).toEqual([[], []]);
  expect(document.activeElement).toBe(document.body);
});

test("the student chooses between the exam and the set-aside exam of a merged course", async () => {
  const shown = exam({ calendarUntil: "2027-01-01", setAside: [other()] });
  render(element(shown));
  expect(texts()).toEqual([
    "CS 247 is now part of CS 246. Your exam there was on 10 Dec 2026 at 13:30.",
    "Which date counts?",
  ]);
  expect(names()).toEqual(["Keep 9 Dec 2026 at 13:30", "Use 10 Dec 2026 at 13:30"]);
  await press("Use 10 Dec 2026 at 13:30");
  await press("Keep 9 Dec 2026 at 13:30");
  expect(calls.choose.mock.calls).toEqual([
    [{ ...other(), course: "CS246", calendarUntil: "2027-01-01" }, ["o"]],
    [{ ...exam(), calendarUntil: "2027-01-01" }, ["o"]],
  ]);
});

test.each([
  ["Final", "Your exam there has the same date and the title Final.", "Use Final of CS 247, 9 Dec 2026 at 13:30"],
  ["", "Your exam there has the same date and no title.", "Use Exam of CS 247, 9 Dec 2026 at 13:30"],
])("a set-aside exam on the same date is identified by its title %j", async (title, text, button) => {
  render(element(exam({ setAside: [other({ date: "2026-12-09", title })] })));
  expect(texts()).toEqual([`CS 247 is now part of CS 246. ${text}`, "Which exam counts?"]);
  expect(names()).toEqual(["Keep Midterm of CS 246, 9 Dec 2026 at 13:30", button]);
  await press(button);
  expect(Object.keys(calls.choose.mock.calls[0]?.[0])).not.toContain("calendarUntil");
});

test("the focus moves to the heading after a choice, but not if the set-aside exams disappear by themselves", async () => {
  const { rerender } = render(element(exam({ setAside: [other()] })));
  rerender(element(exam()));
  expect(document.activeElement).toBe(document.body);
  rerender(element(exam({ setAside: [other()] })));
  await press("Use 10 Dec 2026 at 13:30");
  rerender(element(other({ course: "CS246" })));
  expect(document.activeElement).toBe(heading.current);
  act(() => heading.current?.blur());
  rerender(element(exam({ setAside: [other()] })));
  rerender(element(exam()));
  expect(document.activeElement).toBe(document.body);
});

test("a choice that was not saved is reported, and does not move the focus later", async () => {
  calls.choose.mockRejectedValue(new Error("No room."));
  const { rerender } = render(element(exam({ setAside: [other()] })));
  await press("Use 10 Dec 2026 at 13:30");
  expect(calls.toast.mock.calls).toEqual([[expect.stringMatching(/^Your choice was not saved\. /), { kind: "error" }]]);
  rerender(element(exam()));
  expect(document.activeElement).toBe(document.body);
});
