import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ActivityHeatmap } from "./activity-heatmap";

afterEach(cleanup);

/** A Wednesday: 1 January 2025. */
const LAST = 20_089;

function show(counts: readonly number[]) {
  const { container } = render(<ActivityHeatmap counts={counts} last={LAST} />);
  return {
    text: container.querySelector(".hint")?.textContent,
    cells: [...container.querySelectorAll("rect")].map((cell) => [cell.getAttribute("x"), cell.getAttribute("y")]),
    box: container.querySelector("svg")?.getAttribute("viewBox"),
  };
}

test("the accessible text names the number of reviews, the days with reviews and the busiest day", () => {
  expect(show([0, 3, 0, 2]).text).toBe("5 answers on 2 of 4 days; the busiest day is 30 Dec 2024, with 3.");
  cleanup();
  expect(show([0, 1]).text).toBe("1 answer on 1 of 2 days; the busiest day is 1 Jan 2025, with 1.");
});

test.each([[[]], [[0, 0, 0]]])("a year without reviews shows a text that says so: %j", (counts) => {
  expect(show(counts).text).toBe("No answers in the last year.");
});

test("the table lists only days with reviews, the newest first", () => {
  show([0, 3, 0, 2]);
  const table = screen.getByText("Answers by day", { selector: "summary" }).parentElement as HTMLDetailsElement;
  expect(screen.queryByRole("table")).toBeNull();
  table.open = true;
  fireEvent(table, new Event("toggle"));
  const rows = screen.getAllByRole("row", { hidden: true }).map(({ textContent }) => textContent);
  expect(rows).toEqual(["DayAnswers", "1 Jan 20252", "30 Dec 20243"]);
});

test("each week is a column, and each day of the week a row", () => {
  const { cells, box } = show(Array.from({ length: 9 }, () => 1));
  const columns = new Set(cells.map(([x]) => x));
  expect(cells).toHaveLength(9);
  expect(new Set(cells.map((cell) => cell.join())).size).toBe(9);
  expect([...columns].map(Number)).toEqual([...columns].map((_, column) => 12 * column));
  expect(cells.every(([, y]) => Number(y) % 12 === 0 && Number(y) <= 72)).toBe(true);
  expect(box).toBe(`0 0 ${12 * columns.size - 2} 82`);
});
