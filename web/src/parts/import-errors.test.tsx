import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { countLines, ImportErrors } from "./import-errors";

afterEach(cleanup);
const rows = () => screen.getAllByRole("row").map(({ textContent }) => textContent);

test("S6.import.1 a rejected row with a quoted cell of several lines counts as all of these lines", () => {
  expect(countLines([])).toBe(0);
  expect(countLines([{ line: 3 }, { line: 5, last: 5 }, { line: 7, last: 9 }])).toBe(5);
});

test("S6.import.1 rejected lines are listed with their reasons, and further ones are counted", () => {
  render(
    <ImportErrors
      lines={[
        { line: 3, reason: "Empty." },
        { line: 5, last: 5, reason: "Long." },
        { line: 7, last: 9, reason: "Torn." },
      ]}
      more={4}
    />,
  );
  expect(screen.getByRole("region", { name: "Lines left out" }).tabIndex).toBe(0);
  expect(rows()).toEqual(["LineWhy it is left out", "3Empty.", "5Long.", "7–9Torn.", "and 4 more"]);
});

test("S6.import.1 rejected cards of a deck are called cards, and without rejected lines nothing is shown", () => {
  render(<ImportErrors lines={[{ line: 3, reason: "Empty." }]} unit="Card" />);
  expect(screen.getByRole("region", { name: "Cards left out" })).toBeDefined();
  expect(rows()).toEqual(["CardWhy it is left out", "3Empty."]);
  cleanup();
  const { container } = render(<ImportErrors lines={[]} more={4} />);
  expect(container.textContent).toBe("");
});
