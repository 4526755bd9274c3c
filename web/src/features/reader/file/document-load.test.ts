import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import { preloadDocument, takeDocumentLoad } from "./document-load";

const { destroyed, opened } = vi.hoisted(() => ({ opened: [] as number[], destroyed: [] as number[] }));

vi.mock("pdfjs-dist/legacy/build/pdf.mjs", () => ({
  PDFDataRangeTransport: class {},
  PDFWorker: { create: () => ({ destroy: () => undefined }) },
  getDocument: () => {
    const number = opened.length;
    opened.push(number);
    const destroy = async () => void destroyed.push(number);
    return { promise: Promise.resolve({ number, getPage: async (page: number) => ({ page }) }), destroy };
  },
}));
vi.mock("./pdf-options", () => ({ documentOptions: {} }));
vi.mock("./pdf-worker", () => ({
  takePdfWorker: () => ({ worker: { terminate: () => undefined }, failed: new Promise(() => undefined) }),
}));

const note = (url: string) => ({ id: "N", url, sha256: "a", sizeBytes: 100 }) as ReadableNote;

beforeEach(() => {
  vi.useFakeTimers();
  opened.length = 0;
  destroyed.length = 0;
});

afterEach(() => vi.useRealTimers());

test("S2.read.7 a file that was opened before its page rendered is not opened a second time", async () => {
  preloadDocument(note("one"));
  preloadDocument(note("one"));
  const opening = takeDocumentLoad(note("one"));
  expect(await opening.opened).toMatchObject({ file: { number: 0 }, first: { page: 1 } });
  vi.advanceTimersByTime(60_000);
  expect([opened, destroyed]).toEqual([[0], []]);
  opening.close();
  expect(destroyed).toEqual([0]);
});

test("S2.read.7 a file whose page never renders is closed, at the latest when another one is opened", () => {
  preloadDocument(note("one"));
  takeDocumentLoad(note("two"));
  expect([opened, destroyed]).toEqual([[0, 1], [0]]);
  preloadDocument(note("three"));
  vi.advanceTimersByTime(60_000);
  expect(destroyed).toEqual([0, 2]);
});
