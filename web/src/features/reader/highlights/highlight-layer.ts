import type { Highlight, HighlightColour } from "@/api/models";
import { findParts, type Quote, toQuote } from "./anchor";
import { type Pieces, piecesOf, rectsOfSpan } from "./pieces";

/** Highlight colours, in the order of their keys 1 to 4. */
export const HIGHLIGHT_COLOURS: readonly HighlightColour[] = ["yellow", "green", "blue", "pink"];

const NO_PIECES: Pieces = { nodes: [], texts: [], breaks: [] };

/** Mark drawn over words of a page. */
interface Mark {
  rects: readonly DOMRect[];
  /** Class name of its parts. */
  name: string;
  /** Id of the highlight, if it is one. */
  id?: string;
}

/** Returns the rectangles of a quote on a rendered page. Empty if the quote is not on the page. */
function rectsOf(pieces: Pieces, quote: Quote): DOMRect[] {
  return findParts(pieces.texts, quote).flatMap((span) => rectsOfSpan(pieces, span));
}

/** Returns the quote of the selection on one page, or `undefined` if it contains no word of the page. */
export function quoteOfSelection(layer: HTMLElement, selected: Range): Quote | undefined {
  if (!selected.intersectsNode(layer)) return undefined;
  const { nodes, texts, breaks } = piecesOf(layer);
  const isIn = (node: Node) => selected.intersectsNode(node);
  const [first, last] = [nodes.findIndex(isIn), nodes.findLastIndex(isIn)];
  if (first < 0) return undefined;
  const lengths = texts.map((text, index) => text.length - (breaks[index] ?? 0));
  const start = selected.startContainer === nodes[first] ? selected.startOffset : 0;
  const end = selected.endContainer === nodes[last] ? selected.endOffset : (lengths[last] ?? 0);
  const quote = toQuote(texts, {
    from: { pieceIndex: first, offset: start + (breaks[first] ?? 0) },
    to: { pieceIndex: last, offset: end + (breaks[last] ?? 0) },
  });
  return quote.quote ? quote : undefined;
}

/** Draws the highlights over a page. Positions are percentages of the page size, so that zooming moves them as well. */
export function renderHighlights(page: HTMLElement, layer: HTMLElement, highlights: readonly Highlight[]): void {
  const pieces = highlights.length > 0 ? piecesOf(layer) : NO_PIECES;
  const marks = highlights.map(({ id, mark }) => ({
    id,
    name: `reader-mark ${mark.colour}`,
    rects: rectsOf(pieces, mark),
  }));
  renderLayer("highlights", page, layer, marks);
}

/** Marks a passage of a page. Returns its first part, or `undefined` if the page does not have the passage. */
export function renderPassage(page: HTMLElement, layer: HTMLElement, quote: Quote): Element | undefined {
  const marks = [{ rects: rectsOf(piecesOf(layer), quote), name: "reader-passage" }];
  return renderLayer("passage", page, layer, marks).firstElementChild ?? undefined;
}

/** Marks quotes on a page, for example the sentence that is read aloud. Returns the first part of the last quote. */
export function renderQuotes(
  layerName: string,
  page: HTMLElement,
  layer: HTMLElement,
  quotes: readonly { quote: Quote; name: string }[],
): Element | undefined {
  const pieces = quotes.length > 0 ? piecesOf(layer) : NO_PIECES;
  const marks = quotes.map(({ quote, name }) => ({ rects: rectsOf(pieces, quote), name }));
  const marksLayer = renderLayer(layerName, page, layer, marks);
  return marksLayer.children[marksLayer.childElementCount - (marks.at(-1)?.rects.length ?? 0)];
}

/** Replaces a layer of a page. */
export function renderLayer(layerName: string, page: HTMLElement, layer: HTMLElement, drawn: readonly Mark[]): Element {
  page.querySelector(`.reader-marks[data-layer="${layerName}"]`)?.remove();
  const marks = document.createElement("div");
  if (drawn.length === 0) return marks;
  const box = page.getBoundingClientRect();
  marks.className = "reader-marks";
  marks.dataset.layer = layerName;
  marks.ariaHidden = "true";
  for (const { id, name, rects } of drawn) {
    for (const rect of rects) {
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
