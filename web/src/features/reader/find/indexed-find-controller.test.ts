// @vitest-environment jsdom
import "../file/pdf-options";
import { EventBus, type PDFLinkService } from "pdfjs-dist/legacy/web/pdf_viewer.mjs";
import { beforeEach, expect, test, vi } from "vitest";
import { type FindCandidatePages, IndexedFindController } from "./indexed-find-controller";

const TEXTS = ["a heap", "a tree", "a heap of trees", "nothing", "the last heap"];

/** Numbers of the pages whose text was read, in order. */
const read: number[] = [];
let found: { current: number; total: number };
let arrived = async (): Promise<void> => undefined;

const document = {
  getPage: async (number: number) => ({
    getTextContent: async () => {
      read.push(number);
      await arrived();
      return { items: [{ str: TEXTS[number - 1] ?? "", hasEOL: true }] };
    },
  }),
};

function finderWith(pagesWith: FindCandidatePages | undefined) {
  const bus = new EventBus();
  const links = { pagesCount: TEXTS.length, page: 1 } as PDFLinkService;
  const finder = new IndexedFindController(bus, links, pagesWith);
  const tell = ({ matchesCount }: { matchesCount: typeof found }) => {
    if (!finder.isWaiting) found = matchesCount;
  };
  bus.on("updatefindmatchescount", tell);
  bus.on("updatefindcontrolstate", tell);
  finder.setDocument(document as never);
  const find = async (query: string) => {
    const isNow = await finder.prepare(query);
    if (isNow) bus.dispatch("find", { source: finder, type: "", query, highlightAll: true });
    return isNow;
  };
  return { finder, find };
}

/** Polyfill: Node may lack `Promise.withResolvers`, which pdf.js calls. */
function withResolvers() {
  let [resolve, reject]: ((value?: unknown) => void)[] = [];
  const promise = new Promise((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject };
}

beforeEach(() => {
  if (!("withResolvers" in Promise)) Object.assign(Promise, { withResolvers });
  read.length = 0;
  found = { current: 0, total: 0 };
  arrived = async () => undefined;
});

test("S2.read.3 reads the pages listed by the index first, then the others, each once", async () => {
  const { finder, find } = finderWith(async (words) => new Set(words === "heap" ? [3, 5] : [4]));
  expect(await find("heap")).toBe(true);
  await vi.waitFor(() => expect(finder.areOthersPending).toBe(false));
  expect(found).toEqual({ current: 2, total: 3 });
  expect(read).toEqual([3, 5, 1, 2, 4]);
  await find("nothing");
  await vi.waitFor(() => expect(finder.areOthersPending).toBe(false));
  expect(found).toEqual({ current: 1, total: 1 });
  expect(read).toHaveLength(5);
});

test("S2.read.3 finds words on a page that the index does not list", async () => {
  const { finder, find } = finderWith(async () => new Set([4]));
  await find("heap");
  await vi.waitFor(() => expect(finder.areOthersPending).toBe(false));
  await vi.waitFor(() => expect(found).toEqual({ current: 1, total: 3 }));
  expect(finder.selected).toEqual({ pageIdx: 0, matchIdx: 0 });
});

test("S2.read.3 finds nothing once all pages were read without a match", async () => {
  const { finder, find } = finderWith(async () => new Set<number>());
  await find("queue");
  expect(finder.areOthersPending).toBe(true);
  await vi.waitFor(() => expect(finder.areOthersPending).toBe(false));
  expect(found).toEqual({ current: 0, total: 0 });
  expect(read).toEqual([1, 2, 3, 4, 5]);
});

test("S2.read.3 cancelling stops the search of other pages", async () => {
  const { finder, find } = finderWith(async () => new Set([1]));
  let come: () => void = () => undefined;
  arrived = () =>
    new Promise((resolve) => {
      come = resolve;
    });
  await find("heap");
  await vi.waitFor(() => expect(read).toEqual([1]));
  come();
  await vi.waitFor(() => expect(read).toEqual([1, 2]));
  finder.cancel();
  come();
  await new Promise((done) => setTimeout(done));
  expect(read).toEqual([1, 2]);
});

test("reads the pages in order if the index is unavailable", async () => {
  const { find } = finderWith(async () => undefined);
  await find("tree");
  await vi.waitFor(() => expect(found).toEqual({ current: 1, total: 2 }));
  expect(read).toEqual([1, 2, 3, 4, 5]);
});

test("stops the search of a previous query and ignores its late pages", async () => {
  const { finder, find } = finderWith(async (words) => (words === "heap" ? new Set([1, 3, 5]) : undefined));
  const [before, after] = [find("he"), find("tree")];
  expect(await before).toBe(false);
  let come: () => void = () => undefined;
  const stuck = new Promise<void>((resolve) => {
    arrived = () => {
      resolve();
      return new Promise((late) => {
        come = late;
      });
    };
  });
  await after;
  await stuck;
  arrived = async () => undefined;
  expect(await find("heap")).toBe(true);
  come();
  await vi.waitFor(() => expect(found).toEqual({ current: 1, total: 3 }));
  await vi.waitFor(() => expect(finder.areOthersPending).toBe(false));
  expect(found.total).toBe(3);
});

test("searches a short document with pdf.js only", async () => {
  const { find } = finderWith(undefined);
  await find("last heap");
  await vi.waitFor(() => expect(found).toEqual({ current: 1, total: 1 }));
});
