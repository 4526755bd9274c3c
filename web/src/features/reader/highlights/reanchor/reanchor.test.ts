import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test, vi } from "vitest";
import type { Highlight } from "@/api/models";
import { findPassage, reanchorHighlights } from "./reanchor";

/** Returns a file that has the words on one page, and an array that records the pages that were read. */
function fileWith(words: string, at: number, numPages: number) {
  const read: number[] = [];
  const getPage = async (page: number) => {
    read.push(page);
    return { getTextContent: async () => ({ items: [{ str: page === at ? words : "", hasEOL: true }] }) };
  };
  return { file: { numPages, getPage } as unknown as PDFDocumentProxy, read };
}

const marked = (quote: string, page: number) =>
  ({ id: "H", mark: { quote, prefix: "", suffix: "", page } }) as Highlight;

const HEAP = "A heap is a tree";

test("S2.mark.2 searches for a highlight around its old page first", async () => {
  const { file, read } = fileWith(HEAP, 9, 60);
  const onFound = vi.fn();
  await reanchorHighlights(file, [marked(HEAP, 7)], async () => undefined, onFound, new AbortController().signal);
  expect(onFound).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "H" }), 9);
  expect(read).toEqual([7, 6, 8, 5, 9]);
});

test("S2.mark.2 in a long file, reads only the pages listed by the index until the highlight is found", async () => {
  const { file, read } = fileWith(HEAP, 900, 1000);
  const onFound = vi.fn();
  const asked: string[] = [];
  const pagesWith = async (words: string) => {
    asked.push(words);
    return new Set([30, 900, 1001]);
  };
  await reanchorHighlights(file, [marked(HEAP, 7)], pagesWith, onFound, new AbortController().signal);
  expect(onFound).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "H" }), 900);
  expect([asked, read]).toEqual([[HEAP], [30, 900]]);
});

test("S2.mark.2 finds a highlight of a long file on a distant page that the index does not list", async () => {
  const { file, read } = fileWith(HEAP, 190, 200);
  const onFound = vi.fn();
  await reanchorHighlights(file, [marked(HEAP, 7)], async () => new Set([100]), onFound, new AbortController().signal);
  expect(onFound).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "H" }), 190);
  expect(read.slice(0, 3)).toEqual([100, 7, 6]);
});

test("S2.mark.2 reports a highlight without a match as lost, without using the index for a short file", async () => {
  const { file, read } = fileWith(HEAP, 1, 3);
  const onFound = vi.fn();
  const pagesWith = vi.fn();
  await reanchorHighlights(file, [marked("A list", 2)], pagesWith, onFound, new AbortController().signal);
  expect(onFound).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "H" }), undefined);
  expect(read).toEqual([2, 1, 3]);
  expect(pagesWith).not.toHaveBeenCalled();
});

const SPLIT = "A heap is a tree whose keys are ordered. 12 Its root is the smallest of all keys.";
const QUOTE = "whose keys are ordered. Its root is the smallest";

test("S2.mark.2 finds a highlight made in the text view even if a page number interrupts its words in the new file", async () => {
  const { file, read } = fileWith(SPLIT, 2, 3);
  const onFound = vi.fn();
  const marks = [marked(QUOTE, 3), marked(QUOTE.replace("Its root is the smallest", "All leaves are equally deep"), 3)];
  await reanchorHighlights(file, marks, async () => undefined, onFound, new AbortController().signal);
  expect(onFound.mock.calls.map(([, page]) => page)).toEqual([2, undefined]);
  // The text of a page is read once.
  expect(read).toEqual([3, 2, 1]);
});

/** Returns a file whose pages have these texts. */
function fileOf(...texts: string[]) {
  const read: number[] = [];
  const getPage = async (page: number) => {
    read.push(page);
    return { getTextContent: async () => ({ items: [{ str: texts[page - 1] ?? "" }] }) };
  };
  return { file: { numPages: texts.length, getPage } as unknown as PDFDocumentProxy, read };
}

/** Returns the page on which a highlight of an earlier file is found. */
async function pageOf(highlight: Highlight, ...texts: string[]): Promise<number | undefined> {
  const onFound = vi.fn();
  const { signal } = new AbortController();
  await reanchorHighlights(fileOf(...texts).file, [highlight], async () => undefined, onFound, signal);
  expect(onFound).toHaveBeenCalledOnce();
  return onFound.mock.lastCall?.[1];
}

const ACID = "The dissociation of the acid is always reversible in water";

test.each([
  ["a word", ACID, "The dissociation of the acid is never reversible in water. That is always so."],
  ["a number", "Patients should take 50 mg of the powder daily", "Patients should take 500 mg of the powder daily"],
  ["a decimal", "Patients should take 5 mg of the powder daily", "Patients should take 0.5 mg of the powder daily"],
  ["an ending", ACID, "The dissociation of the acid is always reversibly hindered in water"],
  ["the last word", ACID, "The dissociation of the acid is always reversible in ethanol"],
])("S2.mark.2 a highlight is lost if the new file changed %s in its sentence", async (_, quote, text) => {
  expect(await pageOf(marked(quote, 1), text)).toBeUndefined();
});

test.each([
  ["a page number", `The dissociation of the acid\n12\nis always reversible in water`],
  [
    "a running head that starts like the next word",
    "The dissociation of the acid isotopes 3 is always reversible in water",
  ],
  ["a page number after a hyphen", "The dissociation of the acid is al-\n12\nways reversible in water"],
])("S2.mark.2 a highlight is found if %s interrupts it in the new file", async (_, text) => {
  expect(await pageOf(marked(ACID, 1), text)).toBe(1);
});

test("S2.mark.2 a short last line of an interrupted highlight is found if the words after it are the same", async () => {
  const mark = { ...marked("is reversible in pure water. So", 1).mark, suffix: " it can return to its state" };
  const text = "It is reversible in pure water.\n12\nSo it can return to its state.";
  expect(await pageOf({ ...marked("", 1), mark }, text)).toBe(1);
  const other = "It is reversible in pure water.\n12\nSo what? We know the rest.";
  expect(await pageOf({ ...marked("", 1), mark }, other)).toBeUndefined();
});

test("S2.mark.2 prefers the page on which a highlight is interrupted least often", async () => {
  const twice = "The dissociation of the acid 12 is always reversible 13 in water that is pure";
  const once = "The dissociation of the acid 12 is always reversible in water that is pure";
  expect(await pageOf(marked(`${ACID} that is pure`, 1), twice, once)).toBe(2);
});

test("S2.mark.2 searches five pages on each side for an interrupted highlight, and yields to the browser in between", async () => {
  const texts = Array.from({ length: 20 }, () => "");
  const split = "The dissociation of the acid 12 is always reversible in water";
  expect(await pageOf(marked(ACID, 10), ...texts.with(14, split))).toBe(15);
  expect(await pageOf(marked(ACID, 10), ...texts.with(15, split))).toBeUndefined();
  const stop = new AbortController();
  const onFound = vi.fn();
  const { file } = fileOf(...texts.with(14, split));
  const done = reanchorHighlights(file, [marked(ACID, 10)], async () => undefined, onFound, stop.signal);
  // This task runs before the search ends, because the search lets the browser work in between.
  setTimeout(() => stop.abort());
  await done;
  expect(onFound).not.toHaveBeenCalled();
});

test("S2.mark.2 prefers a page with the uninterrupted highlight to a nearer one with its parts", async () => {
  expect(await pageOf(marked(QUOTE, 1), "", SPLIT, "", QUOTE)).toBe(4);
});

test("S4.own.5 finds a passage on another page of the file, and stops when the note is closed", async () => {
  const { file, read } = fileWith(HEAP, 2, 3);
  const passage = { page: 3, quote: "a HEAP\nis", prefix: "", suffix: "" };
  const find = (signal: AbortSignal) => findPassage(file, passage, async () => undefined, signal);
  expect(await find(new AbortController().signal)).toBe(2);
  expect(read).toEqual([3, 2]);
  expect(await find(AbortSignal.abort())).toBeUndefined();
  // It reads no page again for the parts of the passage.
  expect(read).toEqual([3, 2, 3]);
});
