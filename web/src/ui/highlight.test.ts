import { describe, expect, it } from "vitest";
import { splitByRanges } from "./highlight";

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
  ])("S2.browse.3 marks what matched in %s", (text, ranges, expected) => {
    expect(marked(text, ranges)).toBe(expected);
  });
});
