import { expect, test } from "vitest";
import { sentenceOf } from "./sentence";

const source = (quote: string, prefix = "", suffix = "") => ({ noteId: "n1", page: 1, quote, prefix, suffix });
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
});

test("S4.gap.2 a passage that is not in the text of the page has the context that was read with it", () => {
  expect(sentenceOf("other text", source("heap", "A", "is"), 400)).toEqual({
    before: "A ",
    quote: "heap",
    after: " is",
  });
});
