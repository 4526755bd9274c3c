import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { ShelfArt } from "./shelf-art";

test.each([
  ["quick-recap", 7, "thinner"],
  ["deep-dive", 9, "heavier"],
] as const)("the %s %s strokes become %s", (id, count, how) => {
  const { container } = render(<ShelfArt id={id} />);
  const widths = [...container.querySelectorAll("path")].map((path) => Number(path.getAttribute("stroke-width")));
  const sorted = [...widths].sort((a, b) => (how === "thinner" ? b - a : a - b));
  expect(widths).toHaveLength(count);
  expect(widths).toEqual(sorted);
  expect(Math.min(...widths)).toBeGreaterThan(0);
});
