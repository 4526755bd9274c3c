import { pointAt, type TextPoint, type TextSpan } from "./anchor";

/** Text of a rendered page, in pieces. */
export interface Pieces {
  /** Text nodes, and elements shown in place of words, such as the crop of a formula. */
  nodes: (Text | HTMLElement)[];
  /** Text of each node. The first node of a line starts with its line break. */
  texts: string[];
  /** Length of the line break at the start of each text. */
  breaks: number[];
}

/** Returns the pieces of a text layer of pdf.js, or of a page in the text view. There, each block starts a line. */
export function piecesOf(layer: HTMLElement): Pieces {
  const pieces: Pieces = { nodes: [], texts: [], breaks: [] };
  let lineBreak = "";
  const add = (node: Text | HTMLElement, text: string) => {
    pieces.nodes.push(node);
    pieces.texts.push(lineBreak + text);
    pieces.breaks.push(lineBreak.length);
    lineBreak = "";
  };
  const read = (parent: Node) => {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node instanceof Text) add(node, node.data);
      if (!(node instanceof HTMLElement)) continue;
      if (node instanceof HTMLBRElement || node.dataset.block !== undefined) lineBreak = "\n";
      if (node.dataset.words === undefined) read(node);
      else add(node, node.dataset.words);
    }
  };
  read(layer);
  return pieces;
}

/**
 * Width of the frame that a mark adds around a crop, in CSS pixels. Marks are behind the content, so they must be
 * larger than it.
 */
const FRAME_PX = 4;

const frameOf = ({ x, y, width, height }: DOMRect) =>
  new DOMRect(x - FRAME_PX, y - FRAME_PX, width + 2 * FRAME_PX, height + 2 * FRAME_PX);

/**
 * Returns the rectangles of a span, node by node: a single range over all nodes would include the boxes of elements
 * around the text.
 */
export function rectsOfSpan({ nodes, breaks }: Pieces, { from, to }: TextSpan): DOMRect[] {
  const within = ({ pieceIndex, offset }: TextPoint) => Math.max(0, offset - (breaks[pieceIndex] ?? 0));
  return nodes.slice(from.pieceIndex, to.pieceIndex + 1).flatMap((node, index) => {
    if (!(node instanceof Text)) return [frameOf(node.getBoundingClientRect())];
    const range = document.createRange();
    range.setStart(node, index === 0 ? within(from) : 0);
    range.setEnd(node, index === to.pieceIndex - from.pieceIndex ? within(to) : node.data.length);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  });
}

/** Converts a range of the joined text to a span. */
export const spanOf = ({ texts }: Pieces, from: number, to: number): TextSpan => ({
  from: pointAt(texts, from, false),
  to: pointAt(texts, to, true),
});
