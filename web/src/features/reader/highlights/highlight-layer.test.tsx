import { expect, test, vi } from "vitest";
import { highlightAt, quoteIn } from "./highlight-layer";

function pagesOf(...texts: string[]): HTMLElement[] {
  document.body.replaceChildren();
  return texts.map((text) => {
    const layer = document.createElement("div");
    layer.textContent = text;
    document.body.append(layer);
    return layer;
  });
}

test("S2.mark.1 a selection over two pages becomes one quote per page, without losing a letter", () => {
  const [first, second] = pagesOf("A heap is a tree.", "It is kept in a list.");
  if (!first?.firstChild || !second?.firstChild) throw new Error("Both pages have text.");
  const selected = document.createRange();
  selected.setStart(first.firstChild, 10);
  selected.setEnd(second.firstChild, 10);
  expect(quoteIn(first, selected)?.quote).toBe("a tree.");
  expect(quoteIn(second, selected)?.quote).toBe("It is kept");
  const [other] = pagesOf("Nothing of this.");
  expect(quoteIn(other as HTMLElement, selected)).toBeUndefined();
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
])("S2.mark.1 at %d, %d finds the highlight %s", (x, y, id) => {
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
