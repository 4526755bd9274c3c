import { expect, test } from "vitest";
import { type Diffs, mergeMatches } from "./page-text";

/** Returns the matched parts of a page's text, with line ends as pdf.js normalizes them. */
function found(query: string, page: string): string[] {
  const content = page.normalize("NFD").replaceAll("\n", " ");
  const [starts, shifts]: [number[], number[]] = [[0], [0]];
  for (const [index, unit] of [...page.normalize("NFD").split("")].entries()) {
    if (unit !== "\n") continue;
    starts.push(index + 1);
    shifts.push((shifts.at(-1) ?? 0) - 1);
  }
  const diffs: Diffs = [starts, shifts];
  return mergeMatches([], query, content, diffs).map(({ index, length }) => content.slice(index, index + length));
}

test.each([
  ["database", "a data\u200bbase", ["data\u200bbase"]],
  ["cooperate", "they co\u00adoperate", ["co\u00adoperate"]],
  ["coop\u00aderate", "they cooperate", ["cooperate"]],
  ["co-operate", "they co\u00adoperate", ["co\u00adoperate"]],
  ["well-known", "a well-\nknown law", ["well- known"]],
  ["étude", "an e\u0301tude", ["e\u0301tude"]],
  ["étude", "an étude", ["e\u0301tude"]],
  ["etude", "an étude", ["e\u0301tude"]],
  ["Schrödinger", "of Schr \u0308odinger", ["Schr \u0308odinger"]],
  ["Poincaré", "of Poincar \u0301e", ["Poincar \u0301e"]],
  ["electromagnetic", "electro-\nmagnetic waves", ["electro- magnetic"]],
  ["thermodynamics", "the thermo\ndynamics of it", ["thermo dynamics"]],
  ["waves and", "magnetic waves\nand more", ["waves and"]],
  ["waves and", "magnetic waves and more", ["waves and"]],
  ["waves  and", "magnetic waves and more", ["waves and"]],
  ["mechanics", "M E C H A N I C S today", ["M E C H A N I C S"]],
])("S2.read.3 %s is found in “%s”", (query, page, expected) => {
  expect(found(query, page)).toEqual(expected.map((each) => each.normalize("NFD")));
});

test.each([
  ["the", "a lot\nhe has"],
  ["island", "it is land"],
  ["cooperate", "they co-operate"],
  ["co-op", "they cooperate"],
  ["x-1", "the x1"],
  ["a.b", "acb"],
  ["\u200b", "a data\u200bbase"],
])("S2.read.3 %s is not found in “%s”", (query, page) => {
  expect(found(query, page)).toEqual([]);
});

test("keeps the matches of pdf.js and inserts further ones in order", () => {
  const content = "e\u0301tude, etude, Schr \u0308odinger";
  const known = { index: 8, length: 5 };
  expect(mergeMatches([known], "etude", content, null)).toEqual([{ index: 0, length: 6 }, known]);
});
