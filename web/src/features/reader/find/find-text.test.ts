import { expect, test } from "vitest";
import { FoldedPages, matchesIn, patternOf } from "./find-text";

const found = (text: string, query: string) => {
  const pattern = patternOf(query);
  return pattern ? matchesIn(text, pattern).map(({ from, to }) => text.slice(from, to)) : undefined;
};

test.each([
  ["A heap. Heaps!", "HEAP", ["heap", "Heap"]],
  ["Gödel and Go\u0308del", "godel", ["Gödel", "Go\u0308del"]],
  ["the eﬃcient way", "efficient", ["eﬃcient"]],
  ["a tree\nof words", "tree  of", ["tree\nof"]],
  ["co\u00adoperate", "cooperate", ["co\u00adoperate"]],
  ["f(x) = [1]", "f(x) = [1]", ["f(x) = [1]"]],
  ["Οδος and ΟΔΟΣ", "οδοσ", ["Οδος", "ΟΔΟΣ"]],
  ["A heap", "tree", []],
  ["A heap", "  ", undefined],
])("S2.text.3 in %j, a search for %j finds %j", (text, query, expected) => {
  expect(found(text, query)).toEqual(expected);
});

test("S2.text.3 the counted matches of each page equal its marks", () => {
  const texts = ["A heap", "", "Heap, heap", "Go\u0308del’s heap"];
  const pages = new FoldedPages(() => texts);
  const pattern = patternOf("heap") as RegExp;
  expect(pages.counts(pattern)).toEqual(texts.map((text) => matchesIn(text, pattern).length));
  expect(pages.counts(pattern)).toEqual([1, 0, 2, 1]);
});
