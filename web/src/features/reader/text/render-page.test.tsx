import { expect, test } from "vitest";
import type { TextBlock, TextPage } from "@/data/notes/note-text";
import { piecesOf } from "../highlights/pieces";
import { textOfPage } from "./blocks";
import { renderBlocks } from "./render-page";

const block = (kind: string, text: string, more: Partial<TextBlock> = {}): TextBlock => ({
  kind,
  text,
  box: [0, 0, 10, 10],
  ...more,
});
const pageOf = (...blocks: TextBlock[]): TextPage => ({ page: 1, width: 600, height: 800, blocks });

function render(...blocks: TextBlock[]): HTMLElement {
  const layer = document.createElement("div");
  renderBlocks(layer, pageOf(...blocks));
  return layer;
}

/** Returns the names of the elements with their own text, such as `h2: Heaps`. */
const outline = (layer: HTMLElement) =>
  [...layer.querySelectorAll<HTMLElement>("[data-block]")].map((each) => `${each.localName}: ${each.textContent}`);

test("S2.text.2 each kind of block has its element, and unknown kinds are paragraphs", () => {
  const layer = render(
    block("heading", "Heaps", { level: 1 }),
    block("heading", "Deep", { level: 6 }),
    block("paragraph", "A tree."),
    block("novelty", "New."),
    block("code", "a\n  b"),
    block("footnote", "See there."),
    block("caption", "Figure 1"),
  );
  expect(outline(layer)).toEqual([
    "h2: Heaps",
    "h6: Deep",
    "p: A tree.",
    "p: New.",
    "pre: a\n  b",
    "p: See there.",
    "p: Figure 1",
  ]);
  expect(layer.querySelector("aside")?.textContent).toBe("See there.");
});

test.each(["header", "footer", "pageNumber", "watermark"])("S2.text.2 leaves out a %s", (kind) => {
  expect(outline(render(block(kind, "CS 240"), block("paragraph", "A tree.")))).toEqual(["p: A tree."]);
});

test("S2.text.2 list items are nested by level, and numbered ones are in an ordered list", () => {
  const layer = render(
    block("listItem", "One", { level: 1, marker: "1." }),
    block("listItem", "Below", { level: 2, marker: "•" }),
    block("listItem", "Deeper than possible", { level: 5, marker: "o" }),
    block("listItem", "Two", { level: 1, marker: "2." }),
    block("paragraph", "Between"),
    block("listItem", "Another list", { marker: "(a)" }),
  );
  expect(layer.querySelectorAll(":scope > ol")).toHaveLength(2);
  expect(layer.querySelectorAll(":scope > ol:first-child > li")).toHaveLength(2);
  expect(layer.querySelector(":scope > ol > li > ul > li > ul > li")?.textContent).toBe("o Deeper than possible");
});

test("S2.text.2 a crop has its alternative text, and a table is readable cell by cell", () => {
  const layer = render(
    block("formula", "E = mc²", { alt: "E equals m c squared" }),
    block("figure", ""),
    block("caption", "Figure 1"),
    block("caption", "Table 1"),
    block("table", "n\tTime\n1\tO(1)"),
  );
  const names = [...layer.querySelectorAll("canvas")].map((canvas) => canvas.getAttribute("aria-label"));
  expect(names).toEqual(["E equals m c squared", "Figure", null]);
  expect([...layer.querySelectorAll("figcaption")].map((each) => each.textContent)).toEqual(["Figure 1", "Table 1"]);
  expect([...layer.querySelectorAll("tr")].map((row) => [...row.cells].map((cell) => cell.textContent))).toEqual([
    ["n", "Time"],
    ["1", "O(1)"],
  ]);
});

test("S2.text.2 a block has its own language and direction", () => {
  const element = render(block("paragraph", "Ein Baum.", { lang: "de" })).querySelector("p");
  expect([element?.lang, element?.dir]).toEqual(["de", "auto"]);
});

test("S2.text.3 Find and highlights use the same text of a page, character by character", () => {
  const page = pageOf(
    block("header", "CS 240"),
    block("heading", "Heaps", { level: 2 }),
    block("paragraph", ""),
    block("listItem", "One", { marker: "1." }),
    block("listItem", "Below", { level: 2, marker: "•" }),
    block("figure", ""),
    block("caption", "Figure 1"),
    block("table", "n\tTime\n1\tO(1)"),
    block("code", "a\n  b"),
    block("footnote", "See there."),
  );
  const layer = document.createElement("div");
  renderBlocks(layer, page);
  expect(piecesOf(layer).texts.join("")).toBe(textOfPage(page));
});

test("S2.text.2 a table without cells is read as its words", () => {
  const layer = render(block("table", "Only one cell"), block("figure", "A\tB"));
  const canvases = [...layer.querySelectorAll("canvas")];
  expect(canvases.map((canvas) => canvas.getAttribute("aria-label"))).toEqual(["Only one cell", "A\tB"]);
  expect(layer.querySelector("table")).toBeNull();
});
