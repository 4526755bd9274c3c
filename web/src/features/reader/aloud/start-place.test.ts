import { expect, test } from "vitest";
import type { TextPage } from "@/data/notes/note-text";
import { textOfPage } from "../text/blocks";
import { Sentences } from "./sentences";
import { findReadAloudStart, isFrom } from "./start-place";

const page: TextPage = {
  page: 2,
  width: 600,
  height: 800,
  blocks: [
    { kind: "header", text: "CS 240", box: [0, 20, 100, 10] },
    { kind: "paragraph", text: "A heap is a tree. Its root is small.", box: [0, 100, 100, 100] },
    { kind: "listItem", marker: "1.", text: "Insert it. Sift it up.", box: [0, 200, 100, 100] },
  ],
};
const text = { version: 1, order: "layout", pages: [page] } as const;

function first(...given: Parameters<typeof findReadAloudStart> extends [unknown, ...infer Rest] ? Rest : never) {
  const start = findReadAloudStart([page], ...given);
  return new Sentences(text, textOfPage, { footnotes: true, citations: false }).onPage(0).find(isFrom(start))?.text;
}
const quote = (words: string) => ({ page: 2, quote: { quote: words, prefix: "", suffix: "" } });
const top = { page: 2, scrolledFraction: 0 };

test("S2.aloud.1 reading starts at the selection, in either view", () => {
  expect(first(quote("root"), top, undefined)).toBe("Its root is small.");
  expect(first(quote("Sift it"), top, undefined)).toBe("Sift it up.");
  expect(first(quote("of another file"), top, undefined)).toBe("A heap is a tree.");
});

test("S2.aloud.1 without a selection, reading starts at the top of the view", () => {
  expect(first(undefined, top, undefined)).toBe("A heap is a tree.");
  expect(first(undefined, { page: 2, scrolledFraction: 205 / 800 }, undefined)).toBe("Insert it.");
  expect(first(undefined, { page: 2, scrolledFraction: 280 / 800 }, undefined)).toBe("Sift it up.");
  expect(first(undefined, top, { page: 2, block: 0, above: 0.8 })).toBe("Its root is small.");
});
