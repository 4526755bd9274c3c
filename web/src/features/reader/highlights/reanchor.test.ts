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

test("S2.mark.2 finds a highlight of the text view whose words a page number interrupts in the new file", async () => {
  const { file, read } = fileWith(SPLIT, 2, 3);
  const onFound = vi.fn();
  const marks = [marked(QUOTE, 3), marked(QUOTE.replace("Its root is the smallest", "All leaves are equally deep"), 3)];
  await reanchorHighlights(file, marks, async () => undefined, onFound, new AbortController().signal);
  expect(onFound.mock.calls.map(([, page]) => page)).toEqual([2, undefined]);
  // The text of a page is read once.
  expect(read).toEqual([3, 2, 1]);
});

test("S2.mark.2 prefers the page with all words of a highlight in a row to a nearer one with its parts", async () => {
  const pages = ["", SPLIT, "", QUOTE];
  const getPage = async (page: number) => ({ getTextContent: async () => ({ items: [{ str: pages[page - 1] }] }) });
  const file = { numPages: 4, getPage } as unknown as PDFDocumentProxy;
  const onFound = vi.fn();
  await reanchorHighlights(file, [marked(QUOTE, 1)], async () => undefined, onFound, new AbortController().signal);
  expect(onFound.mock.lastCall?.[1]).toBe(4);
});

test("S4.own.5 finds a passage on another page of the file, and stops when the note is closed", async () => {
  const { file, read } = fileWith(HEAP, 2, 3);
  const passage = { page: 3, quote: "a HEAP\nis", prefix: "", suffix: "" };
  const find = (signal: AbortSignal) => findPassage(file, passage, async () => undefined, signal);
  expect(await find(new AbortController().signal)).toBe(2);
  expect(read).toEqual([3, 2]);
  expect(await find(AbortSignal.abort())).toBeUndefined();
});
