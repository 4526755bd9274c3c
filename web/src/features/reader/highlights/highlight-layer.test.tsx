import { expect, test, vi } from "vitest";
import type { Highlight } from "@/api/models";
import { highlightAt, quoteOfSelection, renderHighlights } from "./highlight-layer";

function pagesOf(...texts: string[]): HTMLElement[] {
  document.body.replaceChildren();
  return texts.map((text) => {
    const layer = document.createElement("div");
    layer.textContent = text;
    document.body.append(layer);
    return layer;
  });
}

test("S2.mark.1 a selection that spans two pages becomes one quote per page, without losing a letter", () => {
  const [first, second] = pagesOf("A heap is a tree.", "It is kept in a list.");
  if (!first?.firstChild || !second?.firstChild) throw new Error("Both pages have text.");
  const selected = document.createRange();
  selected.setStart(first.firstChild, 10);
  selected.setEnd(second.firstChild, 10);
  expect(quoteOfSelection(first, selected)?.quote).toBe("a tree.");
  expect(quoteOfSelection(second, selected)?.quote).toBe("It is kept");
  const [other] = pagesOf("Nothing of this.");
  expect(quoteOfSelection(other as HTMLElement, selected)).toBeUndefined();
});

test.each([
  [15, 25, "h1"],
  [15, 45, "h2"],
  [10, 20, "h1"],
  [40, 30, "h1"],
  [15, 19, undefined],
  [15, 35, undefined],
  [9, 25, undefined],
  [41, 25, undefined],
  [15, 51, undefined],
])("S2.mark.1 the point %d, %d is inside the highlight %s", (x, y, id) => {
  const pages = document.createElement("div");
  for (const [name, top] of [
    ["h1", 20],
    ["h2", 40],
  ] as const) {
    const part = document.createElement("i");
    part.className = "reader-mark";
    part.dataset.id = name;
    vi.spyOn(part, "getBoundingClientRect").mockReturnValue(new DOMRect(10, top, 30, 10));
    pages.append(part);
  }
  expect(highlightAt(pages, x, y)).toBe(id);
});

/** Creates a page of 200 by 400 px at 10, 20 whose text layer has two lines. Letters are 10 px wide, lines 20 px high. */
function pageWithText() {
  const page = document.createElement("div");
  page.innerHTML = '<div class="text">A heap<br>is a <b>tree</b>.</div>';
  document.body.replaceChildren(page);
  vi.spyOn(page, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 20, 200, 400));
  const nodes = ["A heap", "is a ", "tree", "."];
  Range.prototype.getClientRects = function rects(this: Range) {
    const line = nodes.indexOf((this.startContainer as Text).data);
    const rect = new DOMRect(10 + 10 * this.startOffset, 20 + 20 * line, 10 * (this.endOffset - this.startOffset), 20);
    return [rect] as unknown as DOMRectList;
  };
  return { page, layer: page.firstElementChild as HTMLElement };
}

const marked = (id: string, quote: string, prefix = "", suffix = "") =>
  ({ id, mark: { quote, prefix, suffix, colour: "green" } }) as unknown as Highlight;
const parts = (page: HTMLElement) =>
  [...page.querySelectorAll<HTMLElement>(".reader-mark")].map(({ dataset, style }) => [
    dataset.id,
    style.left,
    style.top,
    style.width,
    style.height,
  ]);

test("S2.mark.1 a highlight is drawn piece by piece, in percent of the page", () => {
  const { page, layer } = pageWithText();
  renderHighlights(page, layer, [marked("h1", "heap\nis a tre"), marked("h2", "A")]);
  expect(parts(page)).toEqual([
    ["h1", "10%", "0%", "20%", "5%"],
    ["h1", "0%", "5%", "25%", "5%"],
    ["h1", "0%", "10%", "15%", "5%"],
    ["h2", "0%", "0%", "5%", "5%"],
  ]);
  const marks = page.firstElementChild as HTMLElement;
  expect([marks.className, marks.ariaHidden, marks.nextElementSibling === layer]).toEqual([
    "reader-marks",
    "true",
    true,
  ]);
  expect(marks.querySelector("i")?.className).toBe("reader-mark green");
});

test("rendering highlights again replaces the earlier ones, and omits a highlight whose words are missing", () => {
  const { page, layer } = pageWithText();
  renderHighlights(page, layer, [marked("h1", "heap")]);
  renderHighlights(page, layer, [marked("h2", "tree"), marked("h3", "zebra")]);
  expect(parts(page).map(([id]) => id)).toEqual(["h2"]);
  expect(page.querySelectorAll(".reader-marks")).toHaveLength(1);
  renderHighlights(page, layer, []);
  expect(page.children).toHaveLength(1);
});

test("a quote from two lines has a space for the line break, and begins and ends at the selected letters", () => {
  const { layer } = pageWithText();
  const selected = document.createRange();
  const texts = [layer.childNodes[0], layer.childNodes[2]] as [Text, Text];
  selected.setStart(texts[0], 2);
  selected.setEnd(texts[1], 2);
  expect(quoteOfSelection(layer, selected)?.quote).toBe("heap is");
});
