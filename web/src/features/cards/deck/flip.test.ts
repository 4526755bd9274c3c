// @vitest-environment jsdom
import { expect, test } from "vitest";
import { accessibleText } from "./flip";

test("the accessible text of a card side is one line, with the source of its formulas", () => {
  const side = document.createElement("div");
  side.innerHTML = `
    <p>Sorting takes
      <span class="katex"><math><annotation>n \\log n</annotation></math><span aria-hidden="true">nlogn</span></span>
    steps.</p>
  `;
  expect(accessibleText(side)).toBe("Sorting takes n \\log n steps.");
});
