import type { Highlight, HighlightColour } from "@/api/models";
import { findInPieces, type Quote, type TextPoint, toQuote } from "./anchor";

/** Highlight colours, in the order of their keys 1 to 4. */
export const HIGHLIGHT_COLOURS: readonly HighlightColour[] = ["yellow", "green", "blue", "pink"];

/** Something drawn over the words of a quote. */
interface Mark {
  quote: Quote;
  /** Class name of its parts. */
  name: string;
  /** Id of the highlight, if it is one. */
  id?: string;
}

interface Pieces {
  nodes: Text[];
  /** Text of each node. The first node of a line starts with its line break. */
  texts: string[];
  /** Length of the line break at the start of each text. */
  breaks: number[];
}

function piecesOf(layer: HTMLElement): Pieces {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const pieces: Pieces = { nodes: [], texts: [], breaks: [] };
  let lineBreak = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof HTMLBRElement) lineBreak = "\n";
    if (!(node instanceof Text)) continue;
    pieces.nodes.push(node);
    pieces.texts.push(lineBreak + node.data);
    pieces.breaks.push(lineBreak.length);
    lineBreak = "";
  }
  return pieces;
}

/**
 * Returns the rectangles of a quote on a rendered page, node by node: a single range over all nodes would include the
 * boxes of elements around the text. Empty if the quote is not on the page.
 */
function rectsOf(layer: HTMLElement, quote: Quote): DOMRect[] {
  const { nodes, texts, breaks } = piecesOf(layer);
  const span = findInPieces(texts, quote);
  if (!span) return [];
  const { from, to } = span;
  const within = ({ pieceIndex, offset }: TextPoint) => Math.max(0, offset - (breaks[pieceIndex] ?? 0));
  return nodes.slice(from.pieceIndex, to.pieceIndex + 1).flatMap((node, index) => {
    const range = document.createRange();
    range.setStart(node, index === 0 ? within(from) : 0);
    range.setEnd(node, index === to.pieceIndex - from.pieceIndex ? within(to) : node.data.length);
    return [...range.getClientRects()];
  });
}

/** Returns the quote of the selection on one page, or `undefined` if it contains no word of the page. */
export function quoteOfSelection(layer: HTMLElement, selected: Range): Quote | undefined {
  if (!selected.intersectsNode(layer)) return undefined;
  const { nodes, texts, breaks } = piecesOf(layer);
  const isIn = (node: Text) => selected.intersectsNode(node);
  const [first, last] = [nodes.findIndex(isIn), nodes.findLastIndex(isIn)];
  if (first < 0) return undefined;
  const start = selected.startContainer === nodes[first] ? selected.startOffset : 0;
  const end = selected.endContainer === nodes[last] ? selected.endOffset : (nodes[last]?.data.length ?? 0);
  const quote = toQuote(texts, {
    from: { pieceIndex: first, offset: start + (breaks[first] ?? 0) },
    to: { pieceIndex: last, offset: end + (breaks[last] ?? 0) },
  });
  return quote.quote ? quote : undefined;
}

/** Draws the highlights over a page. Positions are percentages of the page size, so that zooming moves them as well. */
export function renderHighlights(page: HTMLElement, layer: HTMLElement, highlights: readonly Highlight[]): void {
  const marks = highlights.map(({ id, mark }) => ({ id, name: `reader-mark ${mark.colour}`, quote: mark }));
  renderLayer("highlights", page, layer, marks);
}

/** Marks a passage of a page. Returns its first part, or `undefined` if the page does not have the passage. */
export function renderPassage(page: HTMLElement, layer: HTMLElement, quote: Quote): Element | undefined {
  return renderLayer("passage", page, layer, [{ quote, name: "reader-passage" }]).firstElementChild ?? undefined;
}

/** Replaces a layer of a page. */
function renderLayer(layerName: string, page: HTMLElement, layer: HTMLElement, drawn: readonly Mark[]): Element {
  page.querySelector(`.reader-marks[data-layer="${layerName}"]`)?.remove();
  const marks = document.createElement("div");
  if (drawn.length === 0) return marks;
  const box = page.getBoundingClientRect();
  marks.className = "reader-marks";
  marks.dataset.layer = layerName;
  marks.ariaHidden = "true";
  for (const { id, name, quote } of drawn) {
    for (const rect of rectsOf(layer, quote)) {
      const part = document.createElement("i");
      part.className = name;
      if (id !== undefined) part.dataset.id = id;
      part.style.left = `${((rect.left - box.left) / box.width) * 100}%`;
      part.style.top = `${((rect.top - box.top) / box.height) * 100}%`;
      part.style.width = `${(rect.width / box.width) * 100}%`;
      part.style.height = `${(rect.height / box.height) * 100}%`;
      marks.append(part);
    }
  }
  page.insertBefore(marks, layer);
  return marks;
}

/**
 * Returns the id of the highlight at a viewport position. Highlights get no click events, because the text layer covers
 * them.
 */
export function highlightAt(pages: HTMLElement, x: number, y: number): string | undefined {
  for (const part of pages.querySelectorAll<HTMLElement>(".reader-mark")) {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    if (x >= left && x <= right && y >= top && y <= bottom) return part.dataset.id;
  }
  return undefined;
}
