import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PageList } from "./page-list";

/** Height of the viewport and estimated height of a page, in CSS pixels. */
const [VIEW_PX, ESTIMATE_PX] = [600, 500];
/** Heights of rendered pages. The others are estimated. */
let heights: Map<number, number>;
let container: HTMLElement;
let emptied: number[];

const heightOf = (element: HTMLElement) => {
  const estimate = Number.parseFloat(element.style.height);
  return Number.isNaN(estimate) ? (heights.get(Number(element.dataset.pageNumber)) ?? 300) : estimate;
};
const topOf = (element: Element): number => {
  const before = element.previousElementSibling;
  return before ? topOf(before) + heightOf(before as HTMLElement) : 0;
};
const isPage = (element: Element) => element.classList.contains("text-page");

/** Gives pages and their only block the layout that a browser would compute. */
beforeEach(() => {
  heights = new Map();
  emptied = [];
  container = document.body.appendChild(document.createElement("div"));
  Object.defineProperty(container, "clientHeight", { value: VIEW_PX });
  const prototype = HTMLElement.prototype;
  vi.spyOn(prototype, "offsetTop", "get").mockImplementation(function get(this: HTMLElement) {
    return topOf(this);
  });
  vi.spyOn(prototype, "offsetHeight", "get").mockImplementation(function get(this: HTMLElement) {
    return heightOf(this);
  });
  vi.spyOn(prototype, "getBoundingClientRect").mockImplementation(function get(this: HTMLElement) {
    if (this === container) return new DOMRect(0, 0, 100, VIEW_PX);
    const page = isPage(this) ? this : (this.parentElement as HTMLElement);
    return new DOMRect(0, topOf(page) - container.scrollTop, 100, heightOf(page));
  });
});
afterEach(() => container.remove());

function create(pages: number): PageList {
  return new PageList(container, container, pages, {
    estimate: () => ESTIMATE_PX,
    render: (_, element) => {
      const block = element.appendChild(document.createElement("p"));
      block.dataset.block = "0";
    },
    onRendered: () => undefined,
    onEmptied: (page) => emptied.push(page),
  });
}

test("S2.text.6 the width is read once for the estimates of all pages, so that layout is not computed for each page", () => {
  const width = vi.fn(() => 320);
  Object.defineProperty(container, "clientWidth", { get: width });
  const list = create(100);
  expect(width).toHaveBeenCalledTimes(1);
  list.estimateAgain();
  expect(width).toHaveBeenCalledTimes(2);
});

test("S2.text.6 only the pages near the viewport are rendered", () => {
  const list = create(1000);
  list.update();
  // Pages of 300 px: the viewport and one more below it.
  expect(list.rendered()).toEqual([1, 2, 3, 4, 5]);
  expect(container.querySelectorAll("[data-block]")).toHaveLength(5);
});

test("S2.text.6 pages far away are emptied and keep their height", () => {
  const list = create(100);
  list.update();
  container.scrollTop = 20_000;
  list.update();
  expect(emptied).toEqual([1, 2, 3, 4, 5]);
  expect(list.element(1)?.style.height).toBe("300px");
  expect(list.element(1)?.childElementCount).toBe(0);
});

test("S2.text.6 a page with selected words stays rendered", () => {
  const list = create(100);
  list.update();
  document.getSelection()?.selectAllChildren(list.element(2) as HTMLElement);
  container.scrollTop = 20_000;
  list.update();
  expect(list.rendered()).toContain(2);
  document.getSelection()?.removeAllRanges();
  list.update();
  expect(list.rendered()).not.toContain(2);
});

test("S2.text.6 the visible text stays in place when pages above it turn out taller than estimated", () => {
  const list = create(100);
  for (let page = 1; page <= 100; page++) heights.set(page, 900);
  container.scrollTop = 25_000;
  const before = list.pageAt(container.scrollTop);
  list.update();
  expect(list.pageAt(container.scrollTop)).toBe(before);
  const place = () => (list.element(before)?.getBoundingClientRect().top ?? Number.NaN) / 900;
  const at = place();
  // A page above is rendered, which makes it 400 px taller.
  list.keepPlace(() => list.show(before - 5));
  expect(place()).toBeCloseTo(at, 5);
});

test.each([
  [0, 1],
  [499, 1],
  [500, 2],
  [49_999, 100],
  [90_000, 100],
])("S2.text.6 the page at %d px is page %d", (top, page) => {
  expect(create(100).pageAt(top)).toBe(page);
});
