import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Exam } from "@/api/models";
import { isoDateOf } from "@/lib/time/days";
import { calendarDay } from "@/parts/exams/study-day";
import { ExamSection } from "./exam-section";

vi.mock("@/session/session", () => import("@/api/testing"));
const answer = vi.hoisted(() => vi.fn<() => Promise<Response>>());
const plan = vi.hoisted(() => vi.fn());
const chooseExam = vi.hoisted(() => vi.fn());
vi.mock("@/data/exams/exams", async (original) => ({ ...(await original<object>()), keepExam: chooseExam }));
vi.mock("@/parts/exams/plan", () => ({
  examPlanQuery: () => ({ queryKey: ["plan"], queryFn: plan, networkMode: "always" }),
}));

afterEach(() => {
  cleanup();
  answer.mockReset();
  plan.mockReset();
});

const exam = (inDays: number): Exam => ({
  course: "CS246",
  date: isoDateOf(calendarDay() + inDays),
  retentionPercent: 90,
});
const answering = (items: Exam[]) => answer.mockImplementation(async () => Response.json({ items }));

function show() {
  vi.stubGlobal("fetch", answer);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ExamSection code="CS246" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const section = screen.getByRole("region", { name: "Exam" });
  return {
    isBusy: () => section.getAttribute("aria-busy"),
    waits: () => section.querySelector(".skeleton") !== null,
  };
}

const invitation = "Set the date to see what to study each day until then.";

test("a course page shows a loading state for exams, and an error with a retry", async () => {
  let fail = () => {};
  answer.mockReturnValueOnce(
    new Promise((_, reject) => {
      fail = () => reject(new TypeError("offline"));
    }),
  );
  const part = show();
  expect([part.isBusy(), part.waits()]).toEqual(["true", true]);
  await vi.waitFor(() => expect(answer).toHaveBeenCalledOnce());
  fail();
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load your exams");
  expect([part.isBusy(), part.waits()]).toEqual(["false", false]);
  // After a failed request, it is unknown whether the course has an exam.
  expect(screen.queryByText(invitation)).toBeNull();
  expect(screen.queryByRole("button", { name: "Set date" })).toBeNull();
  answering([]);
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText(invitation)).toBeDefined();
  expect([part.isBusy(), part.waits()]).toEqual(["false", false]);
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Set date" }));
  expect(await screen.findByRole("dialog", { name: "Exam in CS 246" })).toBeDefined();
});

test("S2.exam.2 a past exam is marked on its course page, and a new exam can be set", async () => {
  answering([exam(-1), { ...exam(3), course: "MATH137" }]);
  show();
  expect(await screen.findByText(/^Exam was on .*\.$/)).toBeDefined();
  expect(screen.queryByRole("link", { name: "Plan" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(await screen.findByRole("alertdialog", { name: "Remove the exam in CS 246?" })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  fireEvent.click(await screen.findByRole("button", { name: "Set the next date" }));
  expect(await screen.findByRole("dialog", { name: "Exam in CS 246" })).toBeDefined();
});

test("a future exam links to its plan, and says when today's part of the plan failed to load", async () => {
  answering([exam(2)]);
  plan.mockRejectedValue(new Error("gone"));
  show();
  expect(await screen.findByRole("heading", { name: "Exam in 2 days" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Plan" }).getAttribute("href")).toBe("/guide/CS246/exam");
  expect(await screen.findByText("Today's plan could not be loaded.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Set the next date" })).toBeNull();
  expect(screen.queryByText(invitation)).toBeNull();
});

test("the student chooses which of two exams of merged courses is active", async () => {
  plan.mockRejectedValue(new Error("gone"));
  const merged = { ...exam(9), course: "CS246E", title: "Midterm" };
  answering([{ ...exam(4), setAside: [merged] }]);
  show();
  expect(await screen.findByText(/^CS 246E is now part of CS 246\. Your exam there was on/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: /^Use / }));
  const { date, retentionPercent } = exam(9);
  const chosen = { course: "CS246", date, title: "Midterm", retentionPercent };
  expect(chooseExam.mock.calls).toEqual([[chosen, ["CS246E"]]]);
});
