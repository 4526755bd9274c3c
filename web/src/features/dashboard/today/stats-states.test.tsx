import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StudyOverview } from "@/core/study";
import { StudyStats } from "./study-stats";

const scheduler = vi.hoisted(() => ({ load: vi.fn(), free: vi.fn() }));
vi.mock("@/parts/review/load-scheduler", () => ({ loadSchedulerIfUsed: scheduler.load }));

const overview: StudyOverview = {
  due: 1,
  dueMs: 60_000,
  answeredToday: 4,
  streakDays: 6,
  day: 20_000,
  year: [0, 2],
  forecast: [3, 0],
  courses: [],
};
const scheduled = (of: Partial<StudyOverview> = {}) => ({
  core: { overview: () => ({ ...overview, ...of }), free: scheduler.free },
});

beforeEach(() => {
  scheduler.load.mockReset();
  scheduler.free.mockReset();
});
afterEach(cleanup);

function show() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <StudyStats />
      </MemoryRouter>
    </QueryClientProvider>,
  ).container;
}
const numbers = () =>
  [...document.querySelectorAll(".today-numbers > div")].map((each) => [...each.children].map((e) => e.textContent));

test("S2.study.1 nothing is shown until the overview is known", () => {
  scheduler.load.mockReturnValue(new Promise(() => undefined));
  expect(show().innerHTML).toBe("");
});

test("S2.study.1 a student without reviews is invited to begin", async () => {
  scheduler.load.mockResolvedValue(undefined);
  show();
  const section = await screen.findByRole("region", { name: "Study cards today" });
  expect(section.textContent).toContain("Start studying your course cards, and you'll see here what's due");
  expect(within(section).getByRole("link", { name: "Begin" }).getAttribute("href")).toBe("/study");
  expect(numbers()).toEqual([]);
});

test("S2.study.1 the overview has its numbers, and its memory is freed", async () => {
  scheduler.load.mockResolvedValue(scheduled());
  show();
  await screen.findByRole("link", { name: "Study due cards" });
  expect(numbers()).toEqual([
    ["Due", "1 card"],
    ["Takes about", expect.any(String)],
    ["Answered today", "4"],
    ["Days in a row", "6"],
  ]);
  expect(screen.queryByText(/^Start studying/)).toBeNull();
  expect(scheduler.free).toHaveBeenCalledTimes(1);
});

test("S2.study.1 without due cards there is nothing to study", async () => {
  scheduler.load.mockResolvedValue(scheduled({ due: 0 }));
  show();
  expect(await screen.findByText("0 cards")).toBeDefined();
  expect(screen.queryByRole("link", { name: "Study due cards" })).toBeNull();
});

test("S2.study.1 an overview that cannot be computed can be retried", async () => {
  scheduler.load.mockRejectedValueOnce(new Error("Damaged."));
  show();
  expect(await screen.findByText("Could not load your study history")).toBeDefined();
  expect(screen.queryByText(/^Start studying/)).toBeNull();
  scheduler.load.mockResolvedValue(scheduled());
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("link", { name: "Study due cards" })).toBeDefined();
  expect(screen.queryByText("Could not load your study history")).toBeNull();
});

test("S2.study.1 the courses are listed with what was remembered of them", async () => {
  const courses = [
    { code: "CS246", cards: 9, due: 2, recalls: 2, lapses: 1 },
    { code: "MATH137", cards: 4, due: 0, recalls: 0, lapses: 0 },
    { cards: 1, due: 1, recalls: 1, lapses: 0 },
  ];
  scheduler.load.mockResolvedValue(scheduled({ courses } as never));
  show();
  const table = await screen.findByRole("table", { name: "Reviews after at least a day, by course" });
  expect(screen.getByRole("heading", { name: "How well you remember" })).toBeDefined();
  const rows = within(table).getAllByRole("row");
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ["Course", "Cards", "Due", "Remembered"],
    ["CS 246", "9", "2", "2 of 3 (67%)"],
    ["MATH 137", "4", "0", "no reviews yet"],
    ["Other cards", "1", "1", "1 of 1 (100%)"],
  ]);
});
