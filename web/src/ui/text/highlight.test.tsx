import { render } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { HighlightedText, splitByRanges } from "./highlight";

const marked = (text: string, ranges: [number, number][]) =>
  splitByRanges(text, ranges)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join("");

describe("highlighting", () => {
  it.each<[string, [number, number][], string]>([
    ["MATH 137", [[0, 3]], "[MAT]H 137"],
    ["Probability for Mathematics", [[16, 19]], "Probability for [Mat]hematics"],
    [
      "Calculus 1",
      [
        [9, 10],
        [0, 4],
      ],
      "[Calc]ulus [1]",
    ],
    ["Calculus", [], "Calculus"],
    ["Calculus", [[4, 99]], "Calc[ulus]"],
    [
      "Calculus",
      [
        [0, 5],
        [3, 8],
      ],
      "[Calcu][lus]",
    ],
  ])("S2.browse.3 highlights the matches in %s", (text, ranges, expected) => {
    expect(marked(text, ranges)).toBe(expected);
  });

  it("replaces the highlighted matches when the query changes", () => {
    const complaint = vi.spyOn(console, "error");
    const shown = (ranges: [number, number][]) => <HighlightedText text="MATH 137" ranges={ranges} />;
    const { container, rerender } = render(shown([[0, 3]]));
    expect(container.innerHTML).toBe("<mark>MAT</mark><span>H 137</span>");
    rerender(shown([[5, 8]]));
    expect(container.innerHTML).toBe("<span>MATH </span><mark>137</mark>");
    rerender(
      shown([
        [0, 4],
        [4, 8],
      ]),
    );
    expect(container.innerHTML).toBe("<mark>MATH</mark><mark> 137</mark>");
    // Duplicate keys would break rendering.
    expect(complaint).not.toHaveBeenCalled();
  });
});
