import { act, cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { formatEpochDay } from "@/lib/time/days";
import { DayTable } from "./day-table";
import { DueForecast } from "./due-forecast";

afterEach(cleanup);

const first = 20_000;
const text = () => document.querySelector(".hint")?.textContent;
const bars = () =>
  [...document.querySelectorAll("rect")].map((bar) =>
    ["x", "y", "width", "height"].map((name) => Number(bar.getAttribute(name))),
  );
/** Opens the table, as a press of its title does. */
const open = () =>
  act(async () => {
    const details = document.querySelector("details");
    if (details) details.open = true;
    details?.dispatchEvent(new Event("toggle"));
  });

test("S2.study.1 the forecast names all cards and the first of the busiest days", () => {
  render(<DueForecast counts={[1, 3, 0, 3]} first={first} />);
  expect(screen.getByRole("heading", { name: "The next 4 days" })).toBeDefined();
  expect(text()).toBe(`7 cards are due; the busiest day is ${formatEpochDay(first + 1)}, with 3.`);
});

test("S2.study.1 the forecast of a single card is in the singular", () => {
  render(<DueForecast counts={[0, 1]} first={first} />);
  expect(text()).toBe(`1 card is due; the busiest day is ${formatEpochDay(first + 1)}, with 1.`);
});

test.each([[[0, 0]], [[]]])("S2.study.1 a forecast without cards says so: %j", (counts) => {
  render(<DueForecast counts={counts} first={first} />);
  expect(text()).toBe("None of the cards you've learned are due in this period.");
  expect(screen.queryByText("Cards by day")).toBeNull();
});

test("S2.study.1 the bars are as high as their counts, and a day with one card is visible", () => {
  render(<DueForecast counts={[2, 0, 58]} first={first} />);
  expect(bars()).toEqual([
    [0, 56, 8, 4],
    [10, 60, 8, 0],
    [20, 0, 8, 60],
  ]);
  const picture = document.querySelector("svg");
  expect([picture?.getAttribute("viewBox"), picture?.getAttribute("aria-hidden")]).toEqual(["0 0 28 60", "true"]);
});

test("S2.study.1 the table of the forecast has only days with cards, and is rendered when it is opened", async () => {
  render(<DueForecast counts={[1, 0, 3]} first={first} />);
  expect(screen.queryByRole("table")).toBeNull();
  await open();
  const rows = within(screen.getByRole("table", { name: "Cards by day" })).getAllByRole("row");
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ["Day", "Cards"],
    [formatEpochDay(first), "1"],
    [formatEpochDay(first + 2), "3"],
  ]);
  expect(within(screen.getByRole("table")).getAllByRole("columnheader")).toHaveLength(2);
});

test("S2.study.1 a table without rows is left out", () => {
  const { container } = render(<DayTable title="Reviews by day" unit="Reviews" rows={[]} />);
  expect(container.innerHTML).toBe("");
});
