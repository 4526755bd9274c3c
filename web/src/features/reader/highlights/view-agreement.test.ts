// @vitest-environment jsdom
/**
 * Highlights random selections of each view and looks for them in the other one. `cargo xtask bench text` sets another
 * folder in `NOTE_NINJA_PDFS` and parses the line that is printed for each file. Beside each PDF is its text as the server
 * stores it (`*.text.json`).
 */
import "../file/pdf-options";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import type { NoteText, TextPage } from "@/data/notes/note-text";
import { matchesIn, patternOf } from "../find/find-text";
import { seededRandoms } from "../find/random-testing";
import { contentOf, RUNNING_KINDS, shownText, textOfPage } from "../text/blocks";
import { renderBlocks } from "../text/render-page";
import { findParts, findRanges, toQuote } from "./anchor";
import { type Pieces, piecesOf, spanOf } from "./pieces";

const FOLDER = process.env.NOTE_NINJA_PDFS;
const SAMPLES = "../infra/sample/albums";
const FIXTURES = join(import.meta.dirname, "fixtures");
const SELECTIONS = 100;
const MAX_WORDS = 40;
const MINUTE_MS = 60_000;

interface SampleFile {
  name: string;
  pdf: string;
  text: string;
}

const files: SampleFile[] = readdirSync(FOLDER ?? FIXTURES)
  .filter((name) => name.endsWith(".text.json"))
  .map((name) => basename(name, ".text.json"))
  .map((name) => ({
    name,
    pdf: join(FOLDER ?? SAMPLES, `${name}.pdf`),
    text: join(FOLDER ?? FIXTURES, `${name}.text.json`),
  }));

/** Returns words for comparison: without case, accents, hyphens and line ends in words. */
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\p{Cf}]/gu, "")
    .replace(/\p{Pd}\s*/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

type TextContent = Awaited<ReturnType<PDFPageProxy["getTextContent"]>>;
type TextItem = Extract<TextContent["items"][number], { str: string }>;

/** Returns true for items of running heads, page numbers and watermarks. */
function isRunning(item: TextItem, { height, blocks }: TextPage): boolean {
  const [x, y] = [Number(item.transform[4]), height - Number(item.transform[5])];
  return blocks
    .filter(({ kind }) => RUNNING_KINDS.has(kind))
    .some(({ box }) => x >= box[0] - 2 && x <= box[0] + box[2] + 2 && y >= box[1] && y <= box[1] + box[3] + 2);
}

/** Renders the text layer of a page as pdf.js does: a `span` per item and a `br` at line ends. */
function textLayerOf(items: TextContent["items"], page: TextPage): HTMLElement {
  const layer = document.createElement("div");
  for (const item of items) {
    if (!("str" in item)) continue;
    const span = document.createElement("span");
    span.textContent = item.str;
    if (isRunning(item, page)) span.className = "running";
    layer.append(span);
    if (item.hasEOL) layer.append(document.createElement("br"));
  }
  return layer;
}

function textViewOf(page: TextPage): HTMLElement {
  const layer = document.createElement("div");
  renderBlocks(layer, page);
  return layer;
}

interface Selection {
  quote: string;
  /** Words of the selection that the other view shows. */
  expected: string[];
  found: string[];
}

/** Selects some words of one view and looks for them in the other. */
function select(from: Pieces, other: Pieces, random: () => number): Selection {
  const text = from.texts.join("");
  const words = [...text.matchAll(/\S+/g)];
  const first = Math.floor(random() * words.length);
  const last = words[Math.min(words.length - 1, first + Math.floor(random() * MAX_WORDS))];
  const [start, end] = [words[first]?.index ?? 0, last ? last.index + last[0].length : 0];
  const quote = toQuote(from.texts, spanOf(from, start, end));
  const shown = from.nodes.map((node, index) => {
    const piece = from.texts[index] ?? "";
    return node.parentElement?.className === "running" ? piece.replace(/\S/g, " ") : piece;
  });
  const [otherText, offset] = [other.texts.join(""), (piece: number) => other.texts.slice(0, piece).join("").length];
  const parts = findParts(other.texts, quote).map(({ from: begin, to }) =>
    otherText.slice(offset(begin.pieceIndex) + begin.offset, offset(to.pieceIndex) + to.offset),
  );
  return { quote: quote.quote, expected: wordsOf(shown.join("").slice(start, end)), found: wordsOf(parts.join("\n")) };
}

/** Returns the selections whose words are not the ones that are marked in the other view. */
const differing = (selections: readonly Selection[]) =>
  selections.filter(({ expected, found }) => expected.length > 0 && expected.join(" ") !== found.join(" "));

/** Returns the words that contain a range, such as "other" for the letters "the". A digit ends a word: page numbers touch it. */
function wordsAround(text: string, from: number, to: number): string {
  const before = /[\p{L}\p{M}\p{Cf}]*(\p{Pd}\s*)?$/u.exec(text.slice(0, from))?.[0] ?? "";
  const after = /^[\p{L}\p{M}\p{Cf}]*/u.exec(text.slice(to))?.[0] ?? "";
  return wordsOf(before + text.slice(from, to) + after).join(" ");
}

/** Returns the matches of a word on a page whose mark in the page view is on other words. */
function differingMatches(page: TextPage, inPage: Pieces, word: string): string[] {
  const [text, pattern] = [textOfPage(page), patternOf(word)];
  const ranges = pattern ? matchesIn(text, pattern) : [];
  const [joined, offset] = [inPage.texts.join(""), (piece: number) => inPage.texts.slice(0, piece).join("").length];
  const positions = findRanges(inPage.texts, text, ranges).map((spans) =>
    spans.map(({ from, to }) => [offset(from.pieceIndex) + from.offset, offset(to.pieceIndex) + to.offset] as const),
  );
  // Two matches must not be marked at the same place.
  const places = new Set(positions.map((parts) => JSON.stringify(parts)));
  const found = positions.map((parts) => parts.map(([from, to]) => wordsAround(joined, from, to)).join(" "));
  const wrong = ranges.filter(({ from, to }, index) => found[index] !== wordsAround(text, from, to));
  return [...wrong.map(({ from, to }) => text.slice(from, to)), ...(places.size === ranges.length ? [] : [word])];
}

test.each(files)(
  "S2.read.3 in $name the matches found in the text are marked on the same words of the pages",
  async ({ name, pdf, text }) => {
    const model = JSON.parse(readFileSync(text, "utf8")) as NoteText;
    const opened = await getDocument({ data: new Uint8Array(readFileSync(pdf)), verbosity: 0 }).promise;
    const random = seededRandoms(model.pages.length + 1);
    const differing: string[] = [];
    let count = 0;
    for (const page of model.pages) {
      const { items } = await (await opened.getPage(page.page)).getTextContent();
      const inPage = piecesOf(textLayerOf(items, page));
      const words = [...new Set(textOfPage(page).match(/[\p{L}\p{N}]+/gu) ?? [])];
      const sought = Array.from({ length: 20 }, () => words[Math.floor(random() * words.length)] ?? "");
      const phrase = textOfPage(page).split(/\s+/).slice(5, 9).join(" ");
      for (const word of [...sought, phrase].filter((each) => patternOf(each))) {
        count += 1;
        differing.push(...differingMatches(page, inPage, word));
      }
    }
    await opened.loadingTask.destroy();
    if (FOLDER) {
      console.info(`matches: ${JSON.stringify({ name, searches: count, differing })}`);
      return;
    }
    expect(count).toBeGreaterThan(20);
    expect(differing).toEqual([]);
  },
  MINUTE_MS,
);

test.each(files)(
  "S2.text.3 in $name a highlight made in either view is on the same words in the other",
  async ({ name, pdf, text }) => {
    const model = JSON.parse(readFileSync(text, "utf8")) as NoteText;
    const opened = await getDocument({ data: new Uint8Array(readFileSync(pdf)), verbosity: 0 }).promise;
    const random = seededRandoms(model.pages.length);
    const pages: { inPage: Pieces; inText: Pieces }[] = [];
    for (const page of model.pages.filter((each) => contentOf(each).some((block) => shownText(block) !== ""))) {
      const { items } = await (await opened.getPage(page.page)).getTextContent();
      pages.push({ inPage: piecesOf(textLayerOf(items, page)), inText: piecesOf(textViewOf(page)) });
    }
    const selections = Array.from({ length: SELECTIONS }, (_, index) => {
      const page = pages[Math.floor(random() * pages.length)];
      if (!page) throw new Error(`${name} has no text.`);
      return index % 2 === 0 ? select(page.inPage, page.inText, random) : select(page.inText, page.inPage, random);
    });
    await opened.loadingTask.destroy();
    if (FOLDER) {
      console.info(`highlights: ${JSON.stringify({ name, selections: SELECTIONS, differing: differing(selections) })}`);
      return;
    }
    expect(differing(selections)).toEqual([]);
  },
  MINUTE_MS,
);
