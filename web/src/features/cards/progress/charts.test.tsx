import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { StudyProgress } from "@/core/study";
import { durationText, formatEpochDay, weekdayText } from "@/lib/time/days";
import { Bars, Chart } from "./chart";
import { DaysStudied, Forecast, Prices, Retention, TimeSpent } from "./charts";

afterEach(cleanup);

const none = { answers: 0, tookMs: 0, recalls: 0, lapses: 0 };
const day = 20_089;
/** Two weeks: one without answers and one with answers on its last two days. */
const progress: StudyProgress = {
  day,
  days: [
    ...Array.from({ length: 12 }, () => none),
    { answers: 10, tookMs: 300_000, recalls: 3, lapses: 1 },
    { answers: 6, tookMs: 120_000, recalls: 4, lapses: 2 },
  ],
  forecast: [3, 0, 5],
  paceMs: 10_000,
  streakDays: 2,
  longestStreakDays: 9,
  cards: 40,
  remembered: 31.6,
  retentionPercent: 90,
  prices: [
    { retentionPercent: 85, reviewsADay: 22.3, msADay: 220_000 },
    { retentionPercent: 90, reviewsADay: 33.8, msADay: 340_000 },
    { retentionPercent: 95, reviewsADay: 60, msADay: 600_000 },
  ],
};
const quiet = { ...progress, days: Array.from({ length: 14 }, () => none), forecast: [0, 0] };

const summary = () => document.querySelector(".sub")?.textContent;
const labels = () => [...document.querySelectorAll(".labels span")].map(({ textContent }) => textContent);
const bars = () =>
  [...document.querySelectorAll("rect")].map((bar) =>
    ["x", "y", "width", "height"].map((name) => Number(bar.getAttribute(name))),
  );
const marked = () => [...document.querySelectorAll("rect")].map(({ classList }) => classList.length > 0);
function rows() {
  const details = document.querySelector("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
  return within(details)
    .getAllByRole("row", { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent));
}
const weekOf = (first: number) => formatEpochDay(first);

test("S4.progress.1 retention has a bar for each week with reviews, and a line for the target", () => {
  render(<Retention progress={progress} />);
  expect(screen.getByRole("region", { name: "What you remember" })).toBeDefined();
  expect(summary()).toBe(
    "You remembered 70% of 10 reviews in the last 2 weeks. Your target, the line, is 90%. Today you would remember about 32 of the 40 cards you have begun.",
  );
  expect(labels()).toEqual([weekdayText(day - 13), "This week"]);
  expect(bars()).toEqual([
    [0, 60, 8, 0],
    [10, 60 - 42.3, 8, 42.3],
  ]);
  const line = document.querySelector("line");
  expect(["x1", "x2"].map((name) => line?.getAttribute(name))).toEqual(["0", "18"]);
  expect(Number(line?.getAttribute("y1"))).toBeCloseTo(60 - 54.1);
  expect(line?.getAttribute("y2")).toBe(line?.getAttribute("y1"));
  expect(rows()).toEqual([
    ["Week from", "Remembered", "Reviews"],
    [weekOf(day - 6), "70%", "10"],
  ]);
});

test("S4.progress.1 without reviews there is only the target, and no table", () => {
  render(<Retention progress={{ ...quiet, cards: 0 }} />);
  expect(summary()?.trim()).toBe("No card has come back after a day or more in the last 2 weeks. Your target is 90%.");
  expect(document.querySelector("details")).toBeNull();
});

test("S4.progress.1 a single review and a single card are in the singular", () => {
  const days = [...quiet.days.slice(0, 13), { ...none, answers: 1, recalls: 1 }];
  render(<Retention progress={{ ...progress, days, cards: 1, remembered: 0.9 }} />);
  expect(summary()).toContain("100% of 1 review in");
  expect(summary()).toContain("about 1 of the 1 card you have begun.");
});

test("S4.progress.1 the forecast names the first of the busiest days and the time", () => {
  render(<Forecast progress={{ ...progress, forecast: [3, 5, 0, 5] }} />);
  expect(screen.getByRole("heading", { name: "The next 4 days" })).toBeDefined();
  expect(summary()).toBe(
    `13 cards are due, about ${durationText(130_000)} in all. The busiest day is ${weekdayText(day + 1)}, with 5.`,
  );
  expect(labels()).toEqual(["Today", weekdayText(day + 3)]);
  expect(bars().map(([, , , height]) => height)).toEqual([1 + (59 * 3) / 5, 60, 0, 60]);
  expect(rows()).toEqual([
    ["Day", "Cards", "Takes about"],
    [formatEpochDay(day), "3", durationText(30_000)],
    [formatEpochDay(day + 1), "5", durationText(50_000)],
    [formatEpochDay(day + 3), "5", durationText(50_000)],
  ]);
});

test("S4.progress.1 a forecast without cards says so", () => {
  render(<Forecast progress={quiet} />);
  expect(summary()).toBe("None of the cards you have begun is due in this time.");
  cleanup();
  render(<Forecast progress={{ ...quiet, forecast: [1] }} />);
  expect(summary()).toMatch(/^1 card is due, about /);
});

test("S4.progress.1 the time of this week stands out, and weeks without answers are not listed", () => {
  render(<TimeSpent progress={progress} />);
  expect(screen.getByRole("region", { name: "Time on cards" })).toBeDefined();
  expect(summary()).toBe(
    `${durationText(420_000)} in the last seven days, ${durationText(420_000)} in 2 weeks. Only the time until you rate a card counts, and a pause at most a minute.`,
  );
  expect([marked(), labels()]).toEqual([
    [false, true],
    [weekdayText(day - 13), "This week"],
  ]);
  expect(rows()).toEqual([
    ["Week from", "Time", "Answers", "Days"],
    [weekOf(day - 6), durationText(420_000), "16", "2"],
  ]);
});

test("S4.progress.1 tables begin with the newest week", () => {
  const days = [{ ...none, answers: 2, recalls: 2 }, ...progress.days.slice(1)];
  render(<TimeSpent progress={{ ...progress, days }} />);
  expect(rows().map(([first]) => first)).toEqual(["Week from", weekOf(day - 6), weekOf(day - 13)]);
  cleanup();
  render(<Retention progress={{ ...progress, days }} />);
  expect(rows().map(([first]) => first)).toEqual(["Week from", weekOf(day - 6), weekOf(day - 13)]);
});

test("S4.progress.1 the calendar has a column for each week, and marks days of study", () => {
  render(<DaysStudied progress={progress} />);
  expect(screen.getByRole("region", { name: "Days of study" })).toBeDefined();
  expect(document.querySelector("svg")?.getAttribute("viewBox")).toBe("0 0 22 82");
  expect([bars()[0], bars()[6], bars()[7], bars().length]).toEqual([
    [0, 0, 10, 10],
    [0, 72, 10, 10],
    [12, 0, 10, 10],
    14,
  ]);
  expect(marked()).toEqual([...Array(12).fill(false), true, true]);
  expect(summary()).toBe(
    "You studied on 2 days of the last 14. It is 2 days in a row so far. Your longest row has 9 days. Days off are fine: the cards wait, and those you would forget first come first.",
  );
  expect(rows()).toEqual([
    ["Day", "Answers", "Time"],
    [formatEpochDay(day), "6", durationText(120_000)],
    [formatEpochDay(day - 1), "10", durationText(300_000)],
  ]);
});

test("S4.progress.1 a row of one day is not mentioned", () => {
  const days = [...progress.days.slice(0, 13), { ...none, answers: 1 }];
  render(<DaysStudied progress={{ ...progress, days: days.with(12, none), streakDays: 1, longestStreakDays: 1 }} />);
  expect(summary()).toBe(
    "You studied on 1 day of the last 14. Days off are fine: the cards wait, and those you would forget first come first.",
  );
});

test("S4.progress.2 the target is compared with others, the highest first", () => {
  render(<Prices progress={progress} />);
  expect(screen.getByRole("region", { name: "What your target costs" })).toBeDefined();
  expect(summary()).toBe(
    `Your target of 90% costs about 34 reviews a day for the 40 cards you have begun, ${durationText(340_000)}. 95%: 60; 85%: 22. New cards come on top. Change the target in the study settings of a session.`,
  );
  expect([marked(), labels()]).toEqual([
    [false, true, false],
    ["85%", "90%", "95%"],
  ]);
  expect(document.querySelector(".labels")?.className).toBe("labels each");
  expect(rows()).toEqual([
    ["Target", "Reviews a day", "Time a day"],
    ["85%", "22", durationText(220_000)],
    ["90%", "34", durationText(340_000)],
    ["95%", "60", durationText(600_000)],
  ]);
});

test("S4.progress.2 a target without a price has no chart", () => {
  const { container } = render(<Prices progress={{ ...progress, retentionPercent: 91 }} />);
  expect(container.innerHTML).toBe("");
});

test("S4.progress.1 a chart names its table, and renders it while it is open", () => {
  const table = { heads: ["Day", "Cards"], rows: [["Monday", "3"]] };
  render(
    <Chart title="Cards" picture={<i />} summary="Three." table={table}>
      <b>More</b>
    </Chart>,
  );
  expect(screen.getByText("More")).toBeDefined();
  expect(document.querySelector("summary")?.textContent).toBe("Show as a table: Cards");
  expect(screen.queryByRole("table", { hidden: true })).toBeNull();
  expect(rows()).toEqual([
    ["Day", "Cards"],
    ["Monday", "3"],
  ]);
  const shown = screen.getByRole("table", { name: "Cards" });
  expect(within(shown).getByRole("rowheader").textContent).toBe("Monday");
  const details = document.querySelector("details") as HTMLDetailsElement;
  details.open = false;
  fireEvent(details, new Event("toggle"));
  expect(screen.queryByRole("table", { hidden: true })).toBeNull();
});

test("S4.progress.1 bars without a value are empty, none is too high, and the least is visible", () => {
  render(<Bars values={[undefined, 0, 0.001, 10, 20]} most={10} labels={["a", "b"]} />);
  const heights = bars().map(([, , , height = 0]) => Math.round(height * 10) / 10);
  expect(heights).toEqual([0, 0, 1, 60, 60]);
  expect(document.querySelector("line")).toBeNull();
  expect(document.querySelector(".labels")?.className).toBe("labels");
  expect(document.querySelector("svg")?.parentElement?.getAttribute("aria-hidden")).toBe("true");
  cleanup();
  render(<Bars values={[0]} most={0} labels={["a"]} />);
  expect(bars().map(([, , , height]) => height)).toEqual([0]);
});
