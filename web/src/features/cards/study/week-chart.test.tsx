import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { WeekChart } from "./week-chart";

afterEach(cleanup);

/** Monday 2026-11-30, in days since 1970-01-01. */
const MONDAY = Date.UTC(2026, 10, 30) / 86_400_000;
const days = () => within(screen.getByRole("list", { name: "Answers by day" })).getAllByRole("listitem");

test("the answers of seven days are listed by weekday, with today last", () => {
  render(<WeekChart counts={[0, 4, 0, 0, 0, 0, 8]} last={MONDAY} />);
  expect(screen.getByRole("region", { name: "The last seven days" })).toBeDefined();
  expect(days().map(({ textContent }) => textContent)).toEqual([
    "Tue0",
    "Wed4",
    "Thu0",
    "Fri0",
    "Sat0",
    "Sun0",
    "Mon8",
  ]);
  expect(days().map((day) => day.getAttribute("aria-current"))).toEqual([...Array(6).fill(null), "date"]);
  const bars = days().map((day) => Number(day.querySelector("rect")?.getAttribute("height")));
  expect([bars[0], bars[6]]).toEqual([0, 48]);
  // A day with few answers is visible too.
  expect(bars[1]).toBeCloseTo(3 + 45 / 2);
  const tops = days().map((day) => Number(day.querySelector("rect")?.getAttribute("y")));
  expect([tops[0], tops[6]]).toEqual([48, 0]);
});

test.each([
  [[0, 0], "No answers in the last seven days."],
  [[0, 1], "1 answer on 1 of 2 days."],
  [[2, 1], "3 answers on 2 of 2 days."],
])("the counts %o are summed up as: %s", (counts, text) => {
  render(<WeekChart counts={counts} last={MONDAY} />);
  expect(screen.getByText(text)).toBeDefined();
});
