import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Highlight } from "@/api/models";
import type { FindCandidatePages } from "../../find/indexed-find-controller";
import { findParts, type Quote, squeeze } from "../anchor";
import { countParts, type PageText, pageText } from "./interrupted-quote";

/** Text of an earlier file, and the page on which it was there. */
export type Passage = Quote & { page: number };

/** For a note with at most this many pages, reading all of them is as fast as an index query. */
const SHORT_PAGES = 80;

/** Number of pages that are searched for the parts of a highlight: its old page and five on each side. */
const PAGES_FOR_PARTS = 11;

/** Returns all pages: `page` first, then by their distance from it. */
function pagesAround(page: number, pages: number): number[] {
  const around: number[] = [];
  const start = Math.min(page, pages);
  for (let step = 0; around.length < pages; step++) {
    if (start - step >= 1) around.push(start - step);
    if (step > 0 && start + step <= pages) around.push(start + step);
  }
  return around;
}

/** Returns all pages in search order. In a long note, the pages that the index returns come first. */
async function pagesFor({ page, quote }: Passage, pages: number, pagesWith: FindCandidatePages): Promise<Set<number>> {
  const around = pagesAround(page, pages);
  if (pages <= SHORT_PAGES) return new Set(around);
  const named = (await pagesWith(quote)) ?? new Set();
  return new Set([...around.filter((page) => named.has(page)), ...around]);
}

/**
 * Searches all pages for highlights of an earlier file. Calls `onFound` with the page, or with `undefined` if the text
 * is not in the file.
 */
export async function reanchorHighlights(
  file: PDFDocumentProxy,
  highlights: readonly Highlight[],
  pagesWith: FindCandidatePages,
  onFound: (highlight: Highlight, page: number | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  const texts = new Map<number, Promise<PageText>>();
  const textOf = (page: number) => {
    const known = texts.get(page) ?? readText(file, page).then((pieces) => pageText(pieces.join("")));
    texts.set(page, known);
    return known;
  };
  for (const highlight of highlights) {
    const { mark } = highlight;
    const pages = await pagesFor(mark, file.numPages, pagesWith);
    const near = pagesAround(mark.page, file.numPages).slice(0, PAGES_FOR_PARTS);
    const found =
      (await findPage(pages, isWhole(mark), textOf, signal)) ?? (await findBestPage(near, mark, textOf, signal));
    if (signal.aborted) return;
    onFound(highlight, found);
  }
}

/**
 * Returns the page of the current file that has a passage. `undefined` if none has it or the search was stopped. On the
 * page that the passage names, its parts are sufficient: a passage found by meaning omits running heads, for example.
 */
export async function findPassage(
  file: PDFDocumentProxy,
  passage: Passage,
  pagesWith: FindCandidatePages,
  signal: AbortSignal,
): Promise<number | undefined> {
  const pages = await pagesFor(passage, file.numPages, pagesWith);
  const textOf = async (page: number) => pageText((await readText(file, page)).join(""));
  const found = await findPage(pages, isWhole(passage), textOf, signal);
  if (found !== undefined || signal.aborted || passage.page > file.numPages) return found;
  const pieces = await readText(file, passage.page);
  return !signal.aborted && findParts(pieces, passage).length > 0 ? passage.page : undefined;
}

type ReadPage = (page: number) => Promise<PageText>;

function isWhole({ quote }: Quote): (page: PageText) => boolean {
  const sought = squeeze(quote).text;
  return ({ squeezed }) => sought !== "" && squeezed.text.includes(sought);
}

/** Returns the first of these pages whose text passes the test. */
async function findPage(
  pages: Iterable<number>,
  isFound: (page: PageText) => boolean,
  textOf: ReadPage,
  signal: AbortSignal,
): Promise<number | undefined> {
  for (const page of pages) {
    const text = await textOf(page);
    if (signal.aborted) return undefined;
    if (isFound(text)) return page;
  }
  return undefined;
}

/**
 * Returns the page that has a quote in the fewest parts, the first one of equal pages. A quote of the text view may be
 * interrupted on the page, for example by a page number.
 */
async function findBestPage(
  pages: readonly number[],
  quote: Quote,
  textOf: ReadPage,
  signal: AbortSignal,
): Promise<number | undefined> {
  let best: { page: number; parts: number } | undefined;
  for (const page of pages) {
    const text = await textOf(page);
    await nextTask();
    if (signal.aborted) return undefined;
    const parts = countParts(text, quote);
    if (parts !== undefined && parts < (best?.parts ?? Number.POSITIVE_INFINITY)) best = { page, parts };
  }
  return best?.page;
}

/** Lets the browser handle input and paint before the next page is searched. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

async function readText(file: PDFDocumentProxy, page: number): Promise<string[]> {
  const { items } = await (await file.getPage(page)).getTextContent();
  return items.flatMap((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : []));
}
