import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TextPage } from "@/data/notes/note-text";
import type { RenderedPage } from "../note-view";
import { TextFindController } from "./find-controller";

const page = (number: number, ...texts: string[]): TextPage => ({
  page: number,
  width: 100,
  height: 200,
  blocks: texts.map((text, index) => ({ kind: "paragraph", text, box: [10, 20 * index, 80, 10] })),
});
const pages = [
  page(1, "A tree is a graph.", "Each tree has a root."),
  page(2, "Nothing of it."),
  page(3, "Spanning tree"),
];

/** Creates a page of 200 by 400 px with a text layer of pdf.js, in which each line is 20 px high. */
function rendered(html: string): RenderedPage {
  const element = document.createElement("div");
  element.innerHTML = `<div class="textLayer">${html}</div>`;
  document.body.append(element);
  vi.spyOn(element, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 200, 400));
  return { page: element, text: element.firstElementChild as HTMLElement };
}

let shown: Map<number, RenderedPage>;
const onFindResult = vi.fn();
const goTo = vi.fn();
const scrolledTo = vi.fn();

function finder(more: { page?: number; isRotated?: boolean } = {}) {
  const view = {
    page: 1,
    goTo,
    renderedPage: (number: number) => shown.get(number),
    renderedPages: () => [...shown].map(([number, drawn]) => ({ number, ...drawn })),
    ...more,
  };
  return new TextFindController(view, pages, onFindResult);
}

/** Returns the marks of a page: the marked words, or the place of a rectangle in percent. */
const marksOn = (number: number) =>
  [...(shown.get(number)?.page.querySelectorAll<HTMLElement>(".reader-found") ?? [])].map(({ className, style }) => [
    className,
    ...[style.left, style.top, style.width, style.height].map((text) => Math.round(Number.parseFloat(text))),
  ]);

beforeEach(() => {
  document.body.replaceChildren();
  for (const mock of [onFindResult, goTo, scrolledTo]) mock.mockReset();
  shown = new Map([
    [1, rendered("<span>Each tr</span><span>ee has a</span><br>root.<br><span>A tree is a graph.</span>")],
  ]);
  Element.prototype.scrollIntoView = scrolledTo;
  // Letters are 10 px wide, and each text node has its own line.
  Range.prototype.getClientRects = function rects(this: Range) {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let line = 0;
    while (nodes.nextNode() && nodes.currentNode !== this.startContainer) line += 1;
    const width = 10 * (this.endOffset - this.startOffset);
    return [new DOMRect(10 * this.startOffset, 20 * line, width, 20)] as unknown as DOMRectList;
  };
});
afterEach(() => vi.restoreAllMocks());

test("S2.read.3 matches are counted in text order, and marked at their positions on the page", () => {
  const found = finder();
  found.find("tree", false);
  expect(onFindResult).toHaveBeenLastCalledWith({ current: 1, total: 3, isPending: false });
  // The first match of the text is the last one on the page. The second one has two parts.
  expect(marksOn(1)).toEqual([
    ["reader-found selected", 10, 15, 20, 5],
    ["reader-found", 25, 0, 10, 5],
    ["reader-found", 0, 5, 10, 5],
  ]);
  found.find("tree", false);
  expect(onFindResult).toHaveBeenLastCalledWith({ current: 2, total: 3, isPending: false });
  expect(marksOn(1).map(([name]) => name)).toEqual(["reader-found", "reader-found selected", "reader-found selected"]);
  expect([scrolledTo.mock.calls.length, goTo.mock.calls.length]).toEqual([2, 0]);
});

test("S2.read.3 the view scrolls to a match on a page that is not rendered once its text is there, and only once", () => {
  const found = finder();
  found.find("spanning", false);
  expect([goTo.mock.calls, scrolledTo.mock.calls.length]).toEqual([[[3]], 0]);
  shown.set(3, rendered("<span>Spanning</span> <span>tree</span>"));
  found.draw(3);
  expect(marksOn(3)).toHaveLength(1);
  expect(scrolledTo).toHaveBeenCalledOnce();
  found.draw(3);
  expect(scrolledTo).toHaveBeenCalledOnce();
});

test("S2.read.3 if a page renders at once, the view scrolls to the match after it went to the page", () => {
  const order: string[] = [];
  scrolledTo.mockImplementation(() => order.push("match"));
  const found = finder();
  goTo.mockImplementation((number: number) => {
    shown.set(number, rendered("<span>Spanning</span> <span>tree</span>"));
    found.draw(number);
    order.push("page");
  });
  found.find("spanning", false);
  expect(order).toEqual(["page", "match"]);
});

test("S2.read.3 several matches in a block that pdf.js cannot read are marked once, as the block", () => {
  shown = new Map([[1, rendered("<span>\uE001\uE002</span>")]]);
  const found = finder();
  found.find("a", false);
  const [first, second] = [10, 10].map((left, index) => [left, 5 * 2 * index, 80, 5]);
  expect(marksOn(1)).toEqual([
    ["reader-found selected", ...(first ?? [])],
    ["reader-found", ...(second ?? [])],
  ]);
  found.find("a", false);
  expect(marksOn(1).map(([name]) => name)).toEqual(["reader-found selected", "reader-found"]);
});

test("S2.read.3 a search returns whether the text has a match", () => {
  expect([finder().find("tree", false), finder().find("zebra", false)]).toEqual([true, false]);
});

test("S2.read.3 a search starts on the current page", () => {
  finder({ page: 2 }).find("tree", false);
  expect(onFindResult).toHaveBeenLastCalledWith({ current: 3, total: 3, isPending: false });
});

test("S2.read.3 the block of a match is marked if pdf.js cannot read its words", () => {
  shown = new Map([[1, rendered("<span>\uE001\uE002</span>")]]);
  finder().find("root", false);
  expect(marksOn(1)).toEqual([["reader-found selected", 10, 10, 80, 5]]);
  shown.get(1)?.page.querySelector(".reader-marks")?.remove();
  finder({ isRotated: true }).find("root", false);
  expect(marksOn(1)).toEqual([]);
  expect(goTo).toHaveBeenCalledWith(1);
});

test("S2.read.3 closing the search selects the match and removes the marks", () => {
  const found = finder();
  found.find("each tree", false);
  found.stop(true);
  expect(document.getSelection()?.toString()).toBe("Each tree");
  expect(marksOn(1)).toEqual([]);
  found.draw(1);
  expect(marksOn(1)).toEqual([]);
});
