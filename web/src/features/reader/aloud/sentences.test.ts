import { expect, test } from "vitest";
import type { NoteText, TextBlock } from "@/data/notes/note-text";
import { textOfPage } from "../text/blocks";
import { type Sentence, Sentences } from "./sentences";
import { splitSentences } from "./split-sentences";

const block = (kind: string, text: string, more: Partial<TextBlock> = {}): TextBlock => ({
  kind,
  text,
  box: [0, 100, 10, 10],
  ...more,
});

function sentencesOf(pages: TextBlock[][], skip = { footnotes: true, citations: false }) {
  const text: NoteText = {
    version: 1,
    order: "layout",
    language: "en",
    pages: pages.map((blocks, index) => ({ page: index + 1, width: 600, height: 800, blocks })),
  };
  return new Sentences(text, textOfPage, skip);
}
const texts = (sentences: readonly Sentence[]) => sentences.map(({ text }) => text);

test("S2.aloud.2 running heads and page numbers are not spoken, and footnotes only if turned on", () => {
  const page = [
    block("header", "CS 240"),
    block("heading", "Heaps"),
    block("paragraph", "A heap is a tree. Its root is small."),
    block("footnote", "Floyd showed this."),
    block("pageNumber", "1"),
  ];
  expect(texts(sentencesOf([page]).onPage(0))).toEqual(["Heaps", "A heap is a tree.", "Its root is small."]);
  const sentences = sentencesOf([page]);
  sentences.skip({ footnotes: false, citations: false });
  expect(texts(sentences.onPage(0))).toContain("Floyd showed this.");
});

test("S2.aloud.2 citations can be left out, and the offsets of the other words stay the same", () => {
  const page = [block("paragraph", "A heap [12] is a tree (Knuth, 1997). See [a] and (2).")];
  const [first, second] = sentencesOf([page], { footnotes: true, citations: true }).onPage(0);
  expect(first?.text.replace(/\s+/g, " ")).toBe("A heap is a tree .");
  expect(second?.text).toBe("See [a] and (2).");
  expect(first?.text.indexOf("is a tree")).toBe("A heap [12] ".length);
});

test("S2.aloud.2 formulas are spoken by their alternative text, and tables row by row", () => {
  const sentences = sentencesOf([
    [
      block("formula", "E = mc²", { alt: "E equals m c squared" }),
      block("formula", "∑"),
      block("figure", "x y"),
      block("table", "n\tTime\n1\tfast"),
    ],
  ]);
  const spoken = sentences.onPage(0);
  expect(texts(spoken)).toEqual(["E equals m c squared", "formula", "figure", "n, Time. 1, fast"]);
  expect(spoken[0] && sentences.quotesOf(spoken[0], 2, 8)).toMatchObject([{ page: 1, quote: { quote: "E = mc²" } }]);
});

test("S2.aloud.1 a sentence that continues on the next page is spoken once, and is marked on both pages", () => {
  const sentences = sentencesOf([
    [block("paragraph", "Sifting repairs the hea-"), block("footnote", "A note.")],
    [
      block("header", "CS 240"),
      block("paragraph", "ps again. Then it ends.", { continues: true }),
      block("paragraph", "New."),
    ],
  ]);
  expect(texts(sentences.onPage(0))).toEqual(["Sifting repairs the heaps again.", "Then it ends."]);
  expect(texts(sentences.onPage(1))).toEqual(["New."]);
  const [first, second] = sentences.onPage(0);
  const quotes = (sentence: Sentence | undefined, from?: number, to?: number) =>
    sentence && sentences.quotesOf(sentence, from, to).map(({ page, quote }) => [page, quote.quote]);
  expect(quotes(first)).toEqual([
    [1, "Sifting repairs the hea"],
    [2, "ps again."],
  ]);
  expect(quotes(first, 20, 25)).toEqual([
    [1, "hea"],
    [2, "ps"],
  ]);
  expect(quotes(second)).toEqual([[2, "Then it ends."]]);
});

test("S2.aloud.1 a sentence that continues in the next column is spoken once, also if the text continues on the next page", () => {
  const sentences = sentencesOf([
    [
      block("paragraph", "Sifting repairs"),
      block("footnote", "A note."),
      block("paragraph", "the heap. It", { continues: true }),
    ],
    [block("paragraph", "takes", { continues: true }), block("paragraph", "a while.", { continues: true })],
    [block("paragraph", "New."), block("table", "n", { continues: true })],
  ]);
  expect(texts(sentences.onPage(0))).toEqual(["Sifting repairs the heap.", "It takes a while."]);
  expect(texts(sentences.onPage(1))).toEqual([]);
  expect(texts(sentences.onPage(2))).toEqual(["New.", "n"]);
  const quotes = sentences
    .onPage(0)
    .map((each) => sentences.quotesOf(each).map(({ page, quote }) => [page, quote.quote]));
  expect(quotes).toEqual([
    [
      [1, "Sifting repairs"],
      [1, "the heap."],
    ],
    [
      [1, "It"],
      [2, "takes"],
      [2, "a while."],
    ],
  ]);
});

test("S2.aloud.1 a quote has the words around it, so that the right one of several occurrences is marked", () => {
  const sentences = sentencesOf([[block("listItem", "Yes. No. Yes.", { marker: "1." })]]);
  const [, , last] = sentences.onPage(0);
  expect(last && sentences.quotesOf(last)).toEqual([
    { page: 1, quote: { quote: "Yes.", prefix: "\n1. Yes. No. ", suffix: "" } },
  ]);
});

test("S2.aloud.1 sentences have the language of their block", () => {
  const [german, english] = sentencesOf([
    [block("paragraph", "Ein Baum.", { lang: "de" }), block("code", "x = 1")],
  ]).onPage(0);
  expect([german?.lang, english?.lang]).toEqual(["de", "en"]);
});

const split = (text: string, lang = "en") => splitSentences(text, lang).map(([from, to]) => text.slice(from, to));

test.each([
  ["One. Two? Three!", ["One.", "Two?", "Three!"]],
  ["See Fig. 3 and e.g. this. Then.", ["See Fig. 3 and e.g. this.", "Then."]],
  ["• — …", []],
  ["  Spaces.  ", ["Spaces."]],
])("S2.aloud.1 %j is split into the right sentences", (text, expected) => {
  expect(split(text)).toEqual(expected);
});

test("S2.aloud.1 a long sentence is split between clauses, without losing words", () => {
  const long = `${Array.from({ length: 30 }, (_, at) => `clause number ${at} says this`).join(", ")}.`;
  const parts = split(long);
  expect(parts.join(" ")).toBe(long);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(220);
  expect(parts.slice(0, -1).every((part) => part.endsWith(","))).toBe(true);
});

test("S2.aloud.1 an invalid language tag in a file does not stop reading", () => {
  expect(split("One. Two.", "x_!")).toEqual(["One.", "Two."]);
});
