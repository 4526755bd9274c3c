// @vitest-environment jsdom
/**
 * Compares the reader's search with that of pdf.js for 20 random words of each PDF in a folder. `cargo xtask bench
 * words` sets another folder in `NOTE_NINJA_PDFS` and parses the line that is printed for each file.
 */
import "../file/pdf-options";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { EventBus, PDFFindController, type PDFLinkService } from "pdfjs-dist/legacy/web/pdf_viewer.mjs";
import { beforeEach, expect, test, vi } from "vitest";
import { IndexedFindController } from "./indexed-find-controller";
import { seededRandoms } from "./random-testing";

const FOLDER = process.env.NOTE_NINJA_PDFS;
const SAMPLES = FOLDER ? [FOLDER] : [join(import.meta.dirname, "fixtures"), "../infra/sample/albums"];
const WORDS = 20;
const MINUTE_MS = 60_000;

const files = SAMPLES.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".pdf"))
    .map((name) => join(folder, name)),
);

async function randomWords(document: PDFDocumentProxy): Promise<string[]> {
  const words = new Set<string>();
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
    for (const [word] of text.matchAll(/[\p{L}\p{M}]{3,}/gu)) words.add(word);
  }
  const [random, all] = [seededRandoms(document.numPages), [...words]];
  return Array.from({ length: Math.min(WORDS, all.length) }, () => all.splice(random() * all.length, 1)[0] ?? "");
}

const linksOf = ({ numPages }: PDFDocumentProxy) => ({ pagesCount: numPages, page: 1 }) as PDFLinkService;
const ask = (query: string) => ({ source: {}, type: "", query, highlightAll: true });

function withPdfJs(document: PDFDocumentProxy): (word: string) => Promise<number> {
  const eventBus = new EventBus();
  const controller = new PDFFindController({
    eventBus,
    linkService: linksOf(document),
    updateMatchesCountOnProgress: false,
    delay: 0,
  });
  controller.setDocument(document as never);
  return (word) =>
    new Promise((resolve) => {
      eventBus.on("updatefindmatchescount", () => resolve(controller._matchesCountTotal ?? 0), { once: true });
      eventBus.dispatch("find", ask(word));
    });
}

/** Returns a search that uses `IndexedFindController`. Its index returns every third page for all words. */
function withReader(document: PDFDocumentProxy): (word: string) => Promise<number> {
  const eventBus = new EventBus();
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const named = new Set(numbers.filter((number) => number % 3 === 1));
  const finder = new IndexedFindController(eventBus, linksOf(document), async () => named);
  finder.setDocument(document);
  return async (word) => {
    await finder.prepare(word);
    eventBus.dispatch("find", ask(word));
    await vi.waitFor(() => expect(finder.areOthersPending).toBe(false), { timeout: MINUTE_MS, interval: 10 });
    return finder._matchesCountTotal ?? 0;
  };
}

const realTimeout = globalThis.setTimeout;

beforeEach(() => {
  // Shorten the debounce that would otherwise delay each word.
  vi.stubGlobal("setTimeout", (call: () => void, ms = 0) => realTimeout(call, Math.min(ms, 1)));
  // Polyfill: Node may lack `Promise.withResolvers`, which pdf.js calls.
  const resolvers = () => {
    let [resolve, reject]: ((value?: unknown) => void)[] = [];
    const promise = new Promise((yes, no) => {
      [resolve, reject] = [yes, no];
    });
    return { promise, resolve, reject };
  };
  if (!("withResolvers" in Promise)) Object.assign(Promise, { withResolvers: resolvers });
});

const open = (file: string) => getDocument({ data: new Uint8Array(readFileSync(file)), verbosity: 0 }).promise;

test.each([
  ["accent.pdf", "Schrödinger"],
  ["accent.pdf", "Poincaré"],
  ["zerowidth.pdf", "étude"],
  ["zerowidth.pdf", "cooperate"],
  ["zerowidth.pdf", "co-operate"],
  ["hyphens.pdf", "electromagnetic"],
  ["hyphens.pdf", "thermodynamics"],
  ["hyphens.pdf", "semiconductors"],
  ["tracked.pdf", "mechanics"],
])("S2.read.3 the reader finds in %s a word that is visible there: %s", async (name, word) => {
  const document = await open(join(import.meta.dirname, "fixtures", name));
  expect(await withReader(document)(word)).toBe(1);
  await document.loadingTask.destroy();
});

test.each(files)(
  "S2.read.3 the reader finds the same matches as pdf.js in %s",
  async (file) => {
    const document = await open(file);
    const words = await randomWords(document);
    // PDFs of another folder may be scans without text.
    expect(words.length > 0 || FOLDER !== undefined).toBe(true);
    const [pdfJs, reader] = [withPdfJs(document), withReader(document)];
    const counts: { word: string; pdfJs: number; reader: number }[] = [];
    for (const word of words) counts.push({ word, pdfJs: await pdfJs(word), reader: await reader(word) });
    if (FOLDER) console.info(`find: ${JSON.stringify({ name: basename(file), counts })}`);
    expect(counts.filter((count) => count.reader < count.pdfJs || count.reader === 0)).toEqual([]);
    await document.loadingTask.destroy();
  },
  10 * MINUTE_MS,
);
