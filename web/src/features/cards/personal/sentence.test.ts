import { afterEach, expect, test, vi } from "vitest";
import { sentenceOf } from "./sentence";

const source = (quote: string, prefix = "", suffix = "") => ({ noteId: "n1", page: 1, quote, prefix, suffix });
afterEach(() => vi.unstubAllGlobals());

const page = "Trees are graphs. A heap is\na tree. A tree  has one root! And\nmore.";

test("S4.gap.2 the passage has its sentence around it, without line breaks", () => {
  expect(sentenceOf(page, source("heap"), 400)).toEqual({ before: "A ", quote: "heap", after: " is a tree." });
  expect(sentenceOf(page, source("tree", "A heap is\na "), 400)).toEqual({
    before: "A heap is a ",
    quote: "tree",
    after: ".",
  });
  expect(sentenceOf(page, source("tree", "tree. A"), 400).after).toBe(" has one root!");
});

test("S4.gap.2 without a segmenter of sentences, they end at their marks", () => {
  vi.stubGlobal("Intl", {});
  expect(sentenceOf(page, source("heap"), 400)).toEqual({ before: "A ", quote: "heap", after: " is a tree." });
  expect(sentenceOf(page, source("tree", "tree. A"), 400).after).toBe(" has one root!");
  expect(sentenceOf(page, source("more"), 400)).toEqual({ before: "And ", quote: "more", after: "." });
});

test("S4.gap.2 words that are hyphenated at the end of a line are joined, also in the passage", () => {
  const hyphenated = "An algo-\nrithm is a well-known pro\u00ad\ncedure. More.";
  expect(sentenceOf(hyphenated, source("algo- rithm is"), 400)).toEqual({
    before: "An ",
    quote: "algorithm is",
    after: " a well-known procedure.",
  });
});

test("S4.gap.2 a sentence ends with its paragraph", () => {
  const paragraphs = "Chapter 3: Heaps\n\nA heap is a tree\n\nNext";
  expect(sentenceOf(paragraphs, source("heap", "Heaps A "), 400)).toEqual({
    before: "A ",
    quote: "heap",
    after: " is a tree",
  });
  // A passage may have several paragraphs.
  expect(sentenceOf(paragraphs, source("Heaps A heap"), 400)).toEqual({
    before: "Chapter 3: ",
    quote: "Heaps A heap",
    after: " is a tree",
  });
});

test("S4.gap.2 a passage over several sentences has all of them", () => {
  expect(sentenceOf(page, source("heap is a tree. A tree"), 400)).toEqual({
    before: "A ",
    quote: "heap is a tree. A tree",
    after: " has one root!",
  });
});

test("S4.gap.2 a long sentence is shortened at words on both sides", () => {
  const long = `${"before ".repeat(90)}words ${"after ".repeat(90)}`;
  const { before, after } = sentenceOf(long, source("words"), 105);
  expect(before).toMatch(/^… (before )+$/);
  expect(after).toMatch(/^( after)+ …$/);
  expect(before.length + after.length).toBeLessThanOrEqual(104);
  expect(sentenceOf(long, source("words"), 0)).toEqual({ before: "… ", quote: "words", after: " …" });
});

test("S4.gap.2 a passage that is not in the text of the page has the context that was read with it", () => {
  expect(sentenceOf("other text", source("heap", "A", "is"), 400)).toEqual({
    before: "A ",
    quote: "heap",
    after: " is",
  });
});
