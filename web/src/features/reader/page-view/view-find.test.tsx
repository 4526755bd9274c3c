import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReaderView } from "./view";
import { pdf } from "./view-testing";

vi.mock("pdfjs-dist/legacy/build/pdf.mjs", async () => (await import("./view-testing")).pdfModule);
vi.mock("pdfjs-dist/legacy/web/pdf_viewer.mjs", async () => (await import("./view-testing")).viewerModule);
vi.mock("../find/indexed-find-controller", async () => ({
  IndexedFindController: (await import("./view-testing")).FakeFinder,
}));
vi.mock("../file/pdf-options", () => ({ pdfIconsUrl: "/icons/" }));

const onFindResult = vi.fn();
const events = {
  onPage: vi.fn(),
  onScroll: vi.fn(),
  onZoom: vi.fn(),
  onFindResult,
  onPageRendered: vi.fn(),
  onTextLayer: vi.fn(),
  onLink: vi.fn(),
};
const candidatePages = vi.fn(async (_words: string): Promise<ReadonlySet<number> | undefined> => new Set<number>());
let container: HTMLDivElement;
let view: ReaderView;

beforeEach(() => {
  vi.clearAllMocks();
  candidatePages.mockReset().mockResolvedValue(new Set());
  container = document.createElement("div");
  document.body.replaceChildren(container);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  const first = { getViewport: () => ({ width: 500 }) };
  const opened = { file: { numPages: 9 }, first } as never;
  view = new ReaderView(container, opened, { page: 1, scrolledFraction: 0 }, events, { candidatePages, isLong: false });
});
afterEach(() => void vi.useRealTimers());

const wentTo = () => pdf.viewer.scrollPageIntoView.mock.calls.map(([{ pageNumber }]) => pageNumber);
const searches = () => pdf.bus.dispatched.filter(([name]) => name === "find").map(([, detail]) => detail);
/** Simulates the counts of pdf.js. */
const count = (total: number, current = 0, state?: number) =>
  pdf.bus.emit("updatefindmatchescount", { matchesCount: { current, total }, ...(state !== undefined && { state }) });
const none = { current: 0, total: 0, isPending: false };
const pending = { ...none, isPending: true };

test("S2.read.3 a search highlights all matches, and searching for the same words again moves to the next match", async () => {
  await view.find("tree");
  expect(onFindResult.mock.calls).toEqual([[pending]]);
  expect(pdf.finder.prepare.mock.calls).toEqual([["tree"]]);
  await view.find("tree");
  await view.find("tree", true);
  const how = { source: view, query: "tree", caseSensitive: false, entireWord: false, highlightAll: true };
  expect(searches()).toEqual([
    { ...how, type: "", findPrevious: false, matchDiacritics: false },
    { ...how, type: "again", findPrevious: false, matchDiacritics: false },
    { ...how, type: "again", findPrevious: true, matchDiacritics: false },
  ]);
  expect(pdf.finder.prepare).toHaveBeenCalledTimes(1);
});

test("no search starts for words that were replaced in the meantime, or a second time while the first is waiting", async () => {
  pdf.finder.prepare.mockResolvedValueOnce(false);
  await view.find("tr");
  expect(searches()).toEqual([]);
  await view.find("tree");
  pdf.finder.isWaiting = true;
  await view.find("tree");
  expect(searches()).toHaveLength(1);
});

test("the counts of pdf.js are reported, as pending while other pages are still read", async () => {
  await view.find("tree");
  onFindResult.mockClear();
  count(3, 1);
  count(3, 2, 3);
  pdf.finder.areOthersPending = true;
  count(3, 2);
  pdf.finder.areOthersPending = false;
  pdf.bus.emit("updatefindcontrolstate", { matchesCount: { current: 3, total: 3 }, state: 0 });
  expect(onFindResult.mock.calls.map(([found]) => found)).toEqual([
    { current: 1, total: 3, isPending: false },
    { current: 2, total: 3, isPending: true },
    { current: 2, total: 3, isPending: true },
    { current: 3, total: 3, isPending: false },
  ]);
  pdf.finder.isWaiting = true;
  count(9);
  expect(onFindResult).toHaveBeenCalledTimes(4);
  expect(candidatePages).not.toHaveBeenCalled();
});

test("S2.read.3 words that pdf.js does not find are looked up in the index, starting at the current page", async () => {
  candidatePages.mockResolvedValue(new Set([2, 7, 5]));
  pdf.viewer.currentPageNumber = 4;
  await view.find("tree");
  count(0);
  await vi.waitFor(() =>
    expect(onFindResult).toHaveBeenLastCalledWith({ page: 5, current: 2, total: 3, isPending: false }),
  );
  expect(wentTo()).toEqual([5]);
  await view.find("tree");
  expect(onFindResult).toHaveBeenLastCalledWith({ page: 7, current: 3, total: 3, isPending: false });
  await view.find("tree", true);
  await view.find("tree", true);
  expect(onFindResult).toHaveBeenLastCalledWith({ page: 2, current: 1, total: 3, isPending: false });
  expect(wentTo()).toEqual([5, 7, 5, 2]);
  expect(searches()).toHaveLength(1);
  await view.find("heap");
  expect(searches()).toHaveLength(2);
  expect(onFindResult).toHaveBeenLastCalledWith(pending);
});

test("a match from the index does not move a student who has turned the page in the meantime", async () => {
  candidatePages.mockImplementation(async () => {
    pdf.viewer.currentPageNumber = 8;
    return new Set([5]);
  });
  await view.find("tree");
  count(0);
  await vi.waitFor(() =>
    expect(onFindResult).toHaveBeenLastCalledWith({ page: 5, current: 1, total: 1, isPending: false }),
  );
  expect(wentTo()).toEqual([]);
});

test("that there is no match is reported only once the index has responded", async () => {
  await view.find("tree");
  onFindResult.mockClear();
  count(0);
  expect(onFindResult).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(onFindResult.mock.calls).toEqual([[none]]));
});

test("if the index does not respond, no match is reported after 2 s, and a late response is still used", async () => {
  vi.useFakeTimers();
  let answer: (pages: ReadonlySet<number>) => void = () => undefined;
  candidatePages.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await view.find("tree");
  onFindResult.mockClear();
  count(0);
  vi.advanceTimersByTime(1999);
  expect(onFindResult).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onFindResult.mock.calls).toEqual([[none]]);
  answer(new Set([3]));
  await vi.advanceTimersByTimeAsync(0);
  expect(onFindResult).toHaveBeenLastCalledWith({ page: 3, current: 1, total: 1, isPending: false });
});

test("if the index responds in time, no match is not reported later", async () => {
  vi.useFakeTimers();
  candidatePages.mockResolvedValue(new Set([3]));
  await view.find("tree");
  count(0);
  await vi.advanceTimersByTimeAsync(3000);
  expect(onFindResult).toHaveBeenLastCalledWith({ page: 3, current: 1, total: 1, isPending: false });
});

test("a response of the index is ignored if pdf.js finds the words, or if the query has changed", async () => {
  const answers: ((pages: ReadonlySet<number>) => void)[] = [];
  candidatePages.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  await view.find("tree");
  count(0);
  count(2, 1);
  answers[0]?.(new Set([3]));
  await view.find("heap");
  count(0);
  await view.find("list");
  answers[1]?.(new Set([3]));
  await Promise.resolve();
  await new Promise(process.nextTick);
  expect(onFindResult).toHaveBeenLastCalledWith(pending);
  expect(wentTo()).toEqual([]);
});

/** Lets the view find words in a text that has only these words. */
function findInText(...words: string[]) {
  const finder = { find: vi.fn((query: string) => words.includes(query)), draw: vi.fn(), stop: vi.fn() };
  view.findInText(finder);
  return finder;
}

test("S2.read.3 late events of pdf.js do not replace the matches found in the text", async () => {
  await view.find("tree");
  const finder = findInText("tree");
  await view.find("tree");
  expect(finder.find.mock.calls).toEqual([["tree", false]]);
  onFindResult.mockClear();
  count(3, 1);
  pdf.bus.emit("updatefindcontrolstate", { matchesCount: { current: 0, total: 0 }, state: 1 });
  expect(onFindResult).not.toHaveBeenCalled();
  expect(searches()).toHaveLength(1);
});

test("S2.read.3 pdf.js finds words that the text of the note does not contain", async () => {
  const finder = findInText("tree");
  await view.find("page 7");
  await view.find("page 7");
  expect(finder.find).toHaveBeenCalledTimes(1);
  expect(searches()).toMatchObject([{ type: "" }, { type: "again" }]);
  count(2, 1);
  expect(onFindResult).toHaveBeenLastCalledWith({ current: 1, total: 2, isPending: false });
  await view.find("tree");
  expect(pdf.bus.dispatched.at(-1)).toEqual(["findbarclose", { source: view }]);
  onFindResult.mockClear();
  count(2, 1);
  expect(onFindResult).not.toHaveBeenCalled();
});

/** Renders a page with a selected match. */
function showMatch(): HTMLElement {
  const layer = document.createElement("div");
  layer.className = "textLayer";
  layer.innerHTML = 'A <span class="highlight selected">tree</span>.';
  container.append(layer);
  return layer;
}

test("closing the search leaves the match selected after pdf.js has removed its highlight", async () => {
  const layer = showMatch();
  await view.find("tree");
  view.stopFinding(true);
  expect(pdf.finder.cancel).toHaveBeenCalledTimes(1);
  expect(pdf.bus.dispatched.at(-1)).toEqual(["findbarclose", { source: view }]);
  layer.textContent = "A tree.";
  pdf.bus.emit("updatetextlayermatches");
  expect(document.getSelection()?.toString()).toBe("tree");
  document.getSelection()?.removeAllRanges();
  pdf.bus.emit("updatetextlayermatches");
  expect(document.getSelection()?.toString()).toBe("");
});

test("ending a search without keeping the match selects nothing, and ending no search does nothing", async () => {
  showMatch();
  view.stopFinding(true);
  expect(pdf.bus.dispatched).toEqual([]);
  await view.find("tree");
  view.stopFinding();
  pdf.bus.emit("updatetextlayermatches");
  expect(document.getSelection()?.toString()).toBe("");
  onFindResult.mockClear();
  count(0);
  expect(onFindResult.mock.calls).toEqual([[none]]);
  expect(candidatePages).not.toHaveBeenCalled();
});
