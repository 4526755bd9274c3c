import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ScrollPosition } from "../note-view";
import { ReaderView } from "./view";
import { PAGE_HEIGHT_PX, pdf } from "./view-testing";

vi.mock("pdfjs-dist/legacy/build/pdf.mjs", async () => (await import("./view-testing")).pdfModule);
vi.mock("pdfjs-dist/legacy/web/pdf_viewer.mjs", async () => (await import("./view-testing")).viewerModule);
vi.mock("../find/indexed-find-controller", async () => ({
  IndexedFindController: (await import("./view-testing")).FakeFinder,
}));
vi.mock("../file/pdf-options", () => ({ pdfIconsUrl: "/icons/" }));
const repairRoles = vi.hoisted(() => vi.fn());
vi.mock("../structure-roles", () => ({ removeInvalidRoles: repairRoles }));

const events = {
  onPage: vi.fn(),
  onScroll: vi.fn(),
  onZoom: vi.fn(),
  onFindResult: vi.fn(),
  onPageRendered: vi.fn(),
  onTextLayer: vi.fn(),
  onLink: vi.fn(),
};
const candidatePages = vi.fn(async (_words: string): Promise<ReadonlySet<number> | undefined> => new Set<number>());
let container: HTMLDivElement;
let resize: () => void;
let isObserved: boolean;

beforeEach(() => {
  vi.clearAllMocks();
  candidatePages.mockReset().mockResolvedValue(new Set());
  pdf.documents = [];
  container = document.createElement("div");
  document.body.replaceChildren(container);
  isObserved = false;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(onResize: () => void) {
        resize = onResize;
      }
      observe() {
        isObserved = true;
      }
      disconnect() {
        isObserved = false;
      }
    },
  );
});
afterEach(() => void vi.useRealTimers());

const size = (name: "clientWidth" | "clientHeight" | "scrollHeight", value: number) =>
  Object.defineProperty(container, name, { value, configurable: true });

interface Opened {
  start?: ScrollPosition;
  pages?: number;
  width?: number;
  isLong?: boolean;
}

function open({
  start = { page: 1, scrolledFraction: 0 },
  pages = 5,
  width = 800,
  isLong = false,
}: Opened = {}): ReaderView {
  size("clientWidth", width);
  const file = { numPages: pages };
  const first = { getViewport: ({ scale }: { scale: number }) => ({ width: 500 * scale }) };
  const opened = { file, first } as never;
  return new ReaderView(container, opened, start, events, { candidatePages, isLong });
}

const wentTo = () => pdf.viewer.scrollPageIntoView.mock.calls.map(([{ pageNumber }]) => pageNumber);
test("pages are created at the width of the window, but at most 1000 px wide", () => {
  open();
  expect(pdf.viewer._currentScale).toBe(800 / 500);
  open({ width: 1500 });
  expect(pdf.viewer._currentScale).toBe(1000 / 500);
});

test.each([
  ["at its beginning", { page: 1, scrolledFraction: 0 }, [], 0],
  ["within the first page", { page: 1, scrolledFraction: 0.5 }, [], PAGE_HEIGHT_PX / 2],
  ["at a page", { page: 3, scrolledFraction: 0 }, [3], 0],
  ["within a page", { page: 3, scrolledFraction: 0.25 }, [3], 2.25 * PAGE_HEIGHT_PX],
])("S2.read.1 a note opens %s", (_, start, pages, scrollTop) => {
  open({ start });
  pdf.bus.emit("pagesinit");
  expect(pdf.viewer.currentScaleValue).toBe("page-width");
  expect(wentTo()).toEqual(pages);
  expect(container.scrollTop).toBe(scrollTop);
});

test.each([
  [0, 1],
  [2.9, 2],
  [5, 5],
  [9, 5],
])("going to page %d scrolls to page %d of 5", (asked, page) => {
  open().goTo(asked);
  expect(wentTo()).toEqual([page]);
});

test("a document without pages cannot be scrolled", () => {
  open({ pages: 0 }).goTo(1);
  expect(wentTo()).toEqual([]);
});

test("pages get names for screen readers once the first page is rendered", () => {
  open({ pages: 3 });
  const names = () => [...container.children].map((page) => page.getAttribute("aria-label"));
  expect(names()).toEqual([null, null, null]);
  pdf.bus.emit("pagerendered");
  expect(names()).toEqual(["Page 1", "Page 2", "Page 3"]);
  container.children[0]?.setAttribute("aria-label", "kept");
  pdf.bus.emit("pagerendered");
  expect(names()[0]).toBe("kept");
  expect(events.onPageRendered).toHaveBeenCalledTimes(2);
});

test.each([
  ["at the top of a page", 200, 2, 0, false],
  ["within a page", 250, 2, 0.25, false],
  ["in the gap above a page", 190, 2, 0, false],
  ["below a page", 500, 2, 1, false],
  ["near the end", 684, 4, 0.42, true],
  ["before the end", 683, 4, 0.415, false],
])("scrolling reports the position %s", (_, scrollTop, pageNumber, above, isEnd) => {
  open();
  size("clientHeight", 300);
  size("scrollHeight", 1000);
  container.scrollTop = scrollTop;
  pdf.bus.emit("updateviewarea", { location: { pageNumber } });
  expect(events.onScroll.mock.calls).toEqual([
    [{ page: pageNumber, scrolledFraction: expect.closeTo(above, 5) }, isEnd],
  ]);
});

test("a position on a page that no longer exists is not reported", () => {
  open();
  pdf.bus.emit("updateviewarea", { location: { pageNumber: 9 } });
  expect(events.onScroll).not.toHaveBeenCalled();
});

test("page and zoom are reported, the zoom in whole percent", () => {
  open();
  pdf.bus.emit("pagechanging", { pageNumber: 4 });
  pdf.bus.emit("scalechanging", { scale: 1.254 });
  expect(events.onPage.mock.calls).toEqual([[4]]);
  expect(events.onZoom.mock.calls).toEqual([[125]]);
});

test("a rendered text layer is reported, and the structure of its page is repaired", async () => {
  open();
  const [first, second] = pdf.viewer.pages;
  if (!first || !second) throw new Error("The document has pages.");
  const tree = document.createElement("span");
  first.structTreeLayer = { render: async () => tree };
  second.structTreeLayer = { render: async () => Promise.reject(new Error("broken")) };
  for (const pageNumber of [2, 3, 1]) pdf.bus.emit("textlayerrendered", { pageNumber });
  expect(events.onTextLayer.mock.calls).toEqual([[2], [3], [1]]);
  await vi.waitFor(() => expect(repairRoles.mock.calls).toEqual([[tree]]));
});

test("only pages with a visible text layer count as rendered", () => {
  const view = open({ pages: 3 });
  const layers = pdf.viewer.pages.map(({ div }) => {
    const layer = document.createElement("div");
    layer.className = "textLayer";
    div.append(layer);
    div.dataset.loaded = "true";
    return layer;
  });
  expect(view.renderedPages().map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(view.renderedPage(2)).toEqual({ page: pdf.viewer.pages[1]?.div, text: layers[1] });
  if (layers[1]) layers[1].hidden = true;
  layers[2]?.remove();
  expect(view.renderedPage(2)).toBeUndefined();
  expect(view.renderedPages().map(({ number }) => number)).toEqual([1]);
  expect(view.renderedPage(7)).toBeUndefined();
});

test("the page fits the width of the window until the student zooms", () => {
  const view = open();
  expect(isObserved).toBe(true);
  resize();
  expect(pdf.viewer.currentScaleValue).toBe("page-width");
  pdf.viewer.currentScaleValue = "";
  view.zoom(2);
  expect(pdf.viewer.updateScale.mock.calls).toEqual([[{ steps: 2 }]]);
  resize();
  view.rotate();
  expect(pdf.viewer.currentScaleValue).toBe("");
  view.fitWidth();
  expect(pdf.viewer.currentScaleValue).toBe("page-width");
});

test("in a wide window a page is at most 1000 px wide", () => {
  const view = open({ width: 1001 });
  view.fitWidth();
  expect(pdf.viewer.currentScale).toBe(2);
  expect(pdf.viewer.currentScaleValue).toBe("");
  const narrow = open({ width: 1000 });
  narrow.fitWidth();
  expect(pdf.viewer.currentScaleValue).toBe("page-width");
});

test("a resize before the pages exist changes nothing", () => {
  open({ pages: 0 });
  resize();
  expect(pdf.viewer.currentScaleValue).toBe("");
});

test("rotating turns the pages by 90 degrees and fits them again", () => {
  const view = open();
  const angles = [0, 1, 2, 3].map(() => {
    view.rotate();
    return pdf.viewer.pagesRotation;
  });
  expect(angles).toEqual([90, 180, 270, 0]);
  expect(pdf.viewer.currentScaleValue).toBe("page-width");
});

/** Turns the wheel and returns the event. */
function wheel(how: WheelEventInit): WheelEvent {
  const event = new WheelEvent("wheel", { cancelable: true, clientX: 3, clientY: 4, ...how });
  container.dispatchEvent(event);
  return event;
}

test.each([
  ["Ctrl", { ctrlKey: true, deltaY: -20 }, Math.exp(0.1)],
  ["Command", { metaKey: true, deltaY: 20 }, Math.exp(-0.1)],
  ["Ctrl, far up", { ctrlKey: true, deltaY: -500 }, Math.exp(0.25)],
  ["Ctrl, far down", { ctrlKey: true, deltaY: 500 }, Math.exp(-0.25)],
])("the wheel with %s zooms at the pointer", (_, how, scaleFactor) => {
  open();
  expect(wheel(how).defaultPrevented).toBe(true);
  expect(pdf.viewer.updateScale.mock.calls).toEqual([
    [{ scaleFactor: expect.closeTo(scaleFactor, 8), origin: [3, 4], drawingDelay: 400 }],
  ]);
  resize();
  expect(pdf.viewer.currentScaleValue).toBe("");
});

test("the wheel without a modifier key scrolls, and pinching with two fingers zooms", () => {
  open();
  expect(wheel({ deltaY: 20 }).defaultPrevented).toBe(false);
  expect(pdf.viewer.updateScale).not.toHaveBeenCalled();
  pdf.pinch([1, 2], 100, 150);
  expect(pdf.viewer.updateScale.mock.calls).toEqual([[{ scaleFactor: 1.5, origin: [1, 2], drawingDelay: 400 }]]);
});

test("a destroyed view removes its listeners and releases the document", () => {
  const view = open();
  pdf.documents = [];
  view.destroy();
  expect(pdf.documents).toEqual([null, null]);
  expect(pdf.viewer.options.abortSignal.aborted).toBe(true);
  expect(isObserved).toBe(false);
  wheel({ ctrlKey: true, deltaY: 20 });
  expect(pdf.viewer.updateScale).not.toHaveBeenCalled();
});

test("S2.read.6 https links ask before they open, and other links have no target", () => {
  const view = open();
  const link = (url: string) => {
    const anchor = document.createElement("a");
    anchor.href = "/before";
    view.links.addLinkAttributes(anchor, url);
    return anchor;
  };
  const web = link("https://example.com/a");
  expect([web.href, web.rel, web.target, web.ariaLabel]).toEqual([
    "https://example.com/a",
    "noopener noreferrer nofollow",
    "_blank",
    "https://example.com/a",
  ]);
  expect(web.onclick?.({} as never)).toBe(false);
  expect(web.onauxclick?.({} as never)).toBe(false);
  expect(events.onLink.mock.calls).toEqual([["https://example.com/a"]]);
  for (const url of ["http://example.com", "javascript:alert(1)", "nonsense"]) {
    const other = link(url);
    expect(other.hasAttribute("href")).toBe(false);
    expect(other.onclick?.({} as never)).toBe(false);
  }
  expect(events.onLink).toHaveBeenCalledTimes(1);
});

test("named actions and optional content of a document are ignored", async () => {
  const { links } = open();
  expect(links.executeNamedAction()).toBeUndefined();
  expect(await links.executeSetOCGState()).toBeUndefined();
});

test("only in a long document, a search uses the pages from the index and the visible pages", async () => {
  open();
  expect(pdf.finder.candidates).toBeUndefined();
  candidatePages.mockResolvedValueOnce(new Set([9]));
  open({ isLong: true });
  const [first] = pdf.viewer.pages;
  const layer = document.createElement("div");
  layer.className = "textLayer";
  first?.div.append(layer);
  if (first) first.div.dataset.loaded = "true";
  expect(await pdf.finder.candidates?.("tree")).toEqual(new Set([9, 1]));
  candidatePages.mockResolvedValueOnce(undefined);
  expect(await pdf.finder.candidates?.("tree")).toBeUndefined();
});
