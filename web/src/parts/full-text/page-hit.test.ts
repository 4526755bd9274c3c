import { expect, test } from "vitest";
import type { FullTextHit } from "@/core/search/full-text";
import { splitByRanges } from "@/ui/text/highlight";
import { hitHref, snippetLine } from "./page-hit";

const page = (snippet: string, ranges: [number, number][]): FullTextHit => ({
  place: "CS246",
  note: "01JD3Q8Z6B0000000000000006",
  title: "RAII",
  page: 7,
  score: 1,
  hasAll: true,
  staysFirst: true,
  snippet,
  ranges,
  mark: "run, twice & more",
});

test("S2.find.5 a match links to its page in the reader, with the search text in the URL", () => {
  expect(hitHref(page("", []))).toBe("/note/01JD3Q8Z6B0000000000000006#page=7&find=run%2C+twice+%26+more");
});

test("S2.find.5 an excerpt starts shortly before the first match, and highlights the same words", () => {
  const snippet = "…as long as the object does. Destructors run whether a function returns or throws";
  const found = page(snippet, [
    [29, 40],
    [75, 81],
  ]);
  const marked = ({ text, ranges }: ReturnType<typeof snippetLine>) =>
    splitByRanges(text, ranges).flatMap((piece) => (piece.isMatch ? piece.text : []));
  expect(snippetLine(found).text).toBe("…object does. Destructors run whether a function returns or throws");
  expect(marked(snippetLine(found))).toEqual(["Destructors", "throws"]);
  expect(snippetLine(page("Destructors run", [[0, 11]])).text).toBe("Destructors run");
  // The match follows a word that is longer than the limit.
  const long = page(`${"a".repeat(30)} run`, [[31, 34]]);
  expect(snippetLine(long).text).toBe("…run");
  expect(marked(snippetLine(long))).toEqual(["run"]);
});
