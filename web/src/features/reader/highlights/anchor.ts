/**
 * Where a quote stands in the text of a page. Text is compared without white space and hyphens and in its plain letters,
 * because a replaced file breaks its lines elsewhere; among equal places the one whose neighbourhood agrees most counts.
 */

/** What a highlight is found by: W3C Web Annotation's TextQuoteSelector. */
export interface Quote {
  quote: string;
  /** What stands before and behind it. */
  prefix: string;
  suffix: string;
}

/** A place in the text of a page: which piece of it, and how many UTF-16 units into that. */
export interface TextPoint {
  piece: number;
  offset: number;
}

export interface TextSpan {
  from: TextPoint;
  /** Behind the last unit. */
  to: TextPoint;
}

/** How much of the neighbourhood is kept on each side, in UTF-16 units. */
const CONTEXT = 32;

/** What says nothing about which words these are: white space, hyphens, marks of direction, combining accents. */
const SILENT = /[\s\p{Pd}\p{Cf}]|[\u0300-\u036f]/gu;

/** The letters by which text is compared, and for each the unit that it comes from and the one behind that. */
interface Squeezed {
  text: string;
  from: number[];
  to: number[];
}

function squeeze(text: string): Squeezed {
  const squeezed: Squeezed = { text: "", from: [], to: [] };
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    // Ligatures become their letters, letters with accents lose them: files write the same accent in several ways.
    const plain = character.normalize("NFKD").toLowerCase().replace(SILENT, "");
    squeezed.text += plain;
    for (let unit = 0; unit < plain.length; unit++) {
      squeezed.from.push(at);
      squeezed.to.push(end);
    }
    at = end;
  }
  return squeezed;
}

/** How many units two texts have in common at their ends. */
function commonEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count++;
  return count;
}

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) count++;
  return count;
}

/** Where a quote stands in a text, in UTF-16 units; nothing where it does not. */
export function findQuote(text: string, { quote, prefix, suffix }: Quote): [from: number, to: number] | undefined {
  const page = squeeze(text);
  const sought = squeeze(quote).text;
  if (!sought) return undefined;
  const [before, behind] = [squeeze(prefix).text, squeeze(suffix).text];
  let best: { at: number; agreement: number } | undefined;
  for (let at = page.text.indexOf(sought); at >= 0; at = page.text.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    const agreement =
      commonEnd(page.text.slice(Math.max(0, at - before.length), at), before) +
      commonStart(page.text.slice(end, end + behind.length), behind);
    if (!best || agreement > best.agreement) best = { at, agreement };
  }
  if (!best) return undefined;
  const [from, to] = [page.from[best.at], page.to[best.at + sought.length - 1]];
  return from === undefined || to === undefined ? undefined : [from, to];
}

/** The same in a text that comes in pieces. */
export function findInPieces(pieces: readonly string[], quote: Quote): TextSpan | undefined {
  const found = findQuote(pieces.join(""), quote);
  if (!found) return undefined;
  const [from, to] = found;
  return { from: pointAt(pieces, from, false), to: pointAt(pieces, to, true) };
}

/** The point at a unit of the whole; at the border of two pieces the end of the first where a span ends there. */
function pointAt(pieces: readonly string[], unit: number, isEnd: boolean): TextPoint {
  let offset = unit;
  for (const [piece, text] of pieces.entries()) {
    if (offset < text.length || (isEnd && offset === text.length)) return { piece, offset };
    offset -= text.length;
  }
  return { piece: Math.max(0, pieces.length - 1), offset: pieces.at(-1)?.length ?? 0 };
}

/** White space made even, without halves of pairs at the ends, which no server takes. */
const even = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "").replace(/\s+/g, " ");

/** What a span of a page is found by later, with a space where a line ends. */
export function quoteOf(pieces: readonly string[], { from, to }: TextSpan): Quote {
  const place = ({ piece, offset }: TextPoint) => pieces.slice(0, piece).join("").length + offset;
  const [text, start, end] = [pieces.join(""), place(from), place(to)];
  return {
    quote: even(text.slice(start, end)).trim(),
    prefix: even(text.slice(Math.max(0, start - CONTEXT), start)),
    suffix: even(text.slice(end, end + CONTEXT)),
  };
}
