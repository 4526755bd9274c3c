/**
 * Finds quotes in the text of a page. The comparison ignores white space, hyphens, case and accents, because a replaced
 * file breaks its lines elsewhere. Among equal matches, the one whose context agrees most wins.
 */

/** Anchor of a highlight: the TextQuoteSelector of W3C Web Annotation. */
export interface Quote {
  quote: string;
  prefix: string;
  suffix: string;
}

/** A position in the text of a page: the index of a text piece and the offset in it, in UTF-16 units. */
export interface TextPoint {
  pieceIndex: number;
  offset: number;
}

export interface TextSpan {
  from: TextPoint;
  to: TextPoint;
}

/** Maximum length of `prefix` and of `suffix`, in UTF-16 units. */
const CONTEXT = 32;

/** Characters that the comparison ignores: white space, hyphens, invisible format characters and combining accents. */
const SILENT = /[\s\p{Pd}\p{Cf}]|[\u0300-\u036f]/gu;

/** Text for comparison, with the original start and end offset of each unit. */
export interface Squeezed {
  text: string;
  from: number[];
  to: number[];
}

export function squeeze(text: string): Squeezed {
  const squeezed: Squeezed = { text: "", from: [], to: [] };
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    // NFKD splits ligatures into letters and separates accents, which files encode in several ways.
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

export function commonEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count++;
  return count;
}

export function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[count] === other[count]) count++;
  return count;
}

/** Returns the start and end of a quote in a text, in UTF-16 units. */
export function findQuote(text: string, { quote, prefix, suffix }: Quote): [from: number, to: number] | undefined {
  return findSqueezed(squeeze(text), squeeze(quote).text, squeeze(prefix).text, squeeze(suffix).text);
}

/** Finds squeezed text on a squeezed page, but only where `isFree` is true. */
function findSqueezed(
  page: Squeezed,
  sought: string,
  before: string,
  behind: string,
  isFree: (at: number) => boolean = () => true,
): [from: number, to: number] | undefined {
  if (!sought) return undefined;
  let best: { at: number; agreement: number } | undefined;
  for (let at = page.text.indexOf(sought); at >= 0; at = page.text.indexOf(sought, at + 1)) {
    if (!isFree(at)) continue;
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

/**
 * Finds ranges of one text in the pieces of another one, which has the same words in another order or with other white
 * space. Each range is found at a place of its own. A range that is not found has no parts, and a range that other text
 * interrupts has several.
 */
export function findRanges(
  pieces: readonly string[],
  text: string,
  ranges: readonly { from: number; to: number }[],
): TextSpan[][] {
  if (ranges.length === 0) return [];
  const [page, model] = [squeeze(pieces.join("")), squeeze(text)];
  const taken = new Set<number>();
  // Ranges and units both ascend.
  let unit = 0;
  return ranges.map(({ from, to }) => {
    while (unit < model.text.length && (model.from[unit] ?? 0) < from) unit++;
    let end = unit;
    while (end < model.text.length && (model.to[end] ?? 0) <= to) end++;
    const found = findSqueezed(
      page,
      model.text.slice(unit, end),
      model.text.slice(Math.max(0, unit - CONTEXT), unit),
      model.text.slice(end, end + CONTEXT),
      (at) => !taken.has(page.from[at] ?? 0),
    );
    if (!found) {
      // A shorter text could only be found by accident.
      if (end - unit < PART_MIN) return [];
      const [prefix, suffix] = [text.slice(Math.max(0, from - CONTEXT), from), text.slice(to, to + CONTEXT)];
      return findParts(pieces, { quote: text.slice(from, to), prefix, suffix });
    }
    taken.add(found[0]);
    return [{ from: pointAt(pieces, found[0], false), to: pointAt(pieces, found[1], true) }];
  });
}

/** Minimum length of a part of a quote, in compared characters, so that it is not found by accident. */
export const PART_MIN = 12;

/** Minimum share of a quote that its parts must cover. */
const PARTS_MIN_SHARE = 0.6;

/**
 * Finds a quote, or its parts if other text interrupts it on this page. The text view leaves out page numbers and shows
 * columns one after the other, so a quote of one view may be interrupted in the other. A short part at an end of the
 * quote is found with its context.
 */
export function findParts(pieces: readonly string[], quote: Quote): TextSpan[] {
  const whole = findInPieces(pieces, quote);
  if (whole) return [whole];
  const page = squeeze(pieces.join(""));
  const [prefix, sought] = [squeeze(quote.prefix).text, squeeze(quote.quote).text];
  const [first, last] = [prefix.length, prefix.length + sought.length];
  const parts = partsIn(page.text, prefix + sought + squeeze(quote.suffix).text)
    .map(({ start, at, length }) => {
      const [from, to] = [Math.max(start, first), Math.min(start + length, last)];
      return { at: at + from - start, length: to - from };
    })
    .filter(({ length }) => length > 0);
  const covered = parts.reduce((sum, { length }) => sum + length, 0);
  if (covered < sought.length * PARTS_MIN_SHARE) return [];
  return parts.map(({ at, length }) => ({
    from: pointAt(pieces, page.from[at] ?? 0, false),
    to: pointAt(pieces, page.to[at + length - 1] ?? 0, true),
  }));
}

interface Part {
  start: number;
  at: number;
  length: number;
}

/** Returns the parts of a text that are on a page: their start in the text, and their place and length on the page. */
function partsIn(page: string, text: string): Part[] {
  const parts: Part[] = [];
  const gaps: { start: number; gap: string }[] = [];
  let [start, after, end] = [0, 0, 0];
  while (start < text.length) {
    const length = longestIn(page, text, start);
    if (length < PART_MIN) {
      start += 1;
      continue;
    }
    const part = text.slice(start, start + length);
    // The parts usually follow each other.
    const next = page.indexOf(part, after);
    const at = next < 0 ? page.indexOf(part) : next;
    if (start > end) gaps.push({ start: end, gap: text.slice(end, start) });
    parts.push({ start, at, length });
    after = at + length;
    start += length;
    end = start;
  }
  return [...parts, ...gaps.flatMap((gap) => besidePart(page, parts, gap))].sort(
    (one, other) => one.start - other.start,
  );
}

/**
 * Finds a short text directly after or before one of the parts. Otherwise finds it between the parts before and after
 * it, if it is there only once: some files draw two columns line by line.
 */
function besidePart(page: string, parts: readonly Part[], { start, gap }: { start: number; gap: string }): Part[] {
  const places = parts.flatMap(({ at, length }) => [at + length, at - gap.length]);
  const at = places.find((place) => place >= 0 && page.startsWith(gap, place)) ?? betweenParts(page, parts, start, gap);
  return at === undefined ? [] : [{ start, at, length: gap.length }];
}

function betweenParts(page: string, parts: readonly Part[], start: number, gap: string): number | undefined {
  const before = parts.find((part) => part.start + part.length === start);
  const after = parts.find((part) => part.start === start + gap.length);
  if (!before || !after) return undefined;
  const from = before.at + before.length;
  const at = page.slice(from, Math.max(from, after.at)).indexOf(gap);
  const isOnce = at >= 0 && !page.slice(from + at + 1, after.at).includes(gap);
  return isOnce ? from + at : undefined;
}

/** Returns the length of the longest text from `start` on that is on the page. */
export function longestIn(page: string, text: string, start: number): number {
  let [known, beyond] = [0, text.length - start + 1];
  while (beyond - known > 1) {
    const middle = (known + beyond) >> 1;
    if (page.includes(text.slice(start, start + middle))) known = middle;
    else beyond = middle;
  }
  return known;
}

export function findInPieces(pieces: readonly string[], quote: Quote): TextSpan | undefined {
  const found = findQuote(pieces.join(""), quote);
  if (!found) return undefined;
  const [from, to] = found;
  return { from: pointAt(pieces, from, false), to: pointAt(pieces, to, true) };
}

/** Converts an offset in the joined text to a point. At a border, the end of a span stays in the first piece. */
export function pointAt(pieces: readonly string[], unit: number, isEnd: boolean): TextPoint {
  let offset = unit;
  for (const [piece, text] of pieces.entries()) {
    if (offset < text.length || (isEnd && offset === text.length)) return { pieceIndex: piece, offset };
    offset -= text.length;
  }
  return { pieceIndex: Math.max(0, pieces.length - 1), offset: pieces.at(-1)?.length ?? 0 };
}

/** Collapses white space and removes lone surrogates at both ends, which the server rejects. */
const even = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "").replace(/\s+/g, " ");

/** Returns the quote of a span with its context. Line ends become spaces. */
export function toQuote(pieces: readonly string[], { from, to }: TextSpan): Quote {
  const place = ({ pieceIndex, offset }: TextPoint) => pieces.slice(0, pieceIndex).join("").length + offset;
  const [text, start, end] = [pieces.join(""), place(from), place(to)];
  return {
    quote: even(text.slice(start, end)).trim(),
    prefix: even(text.slice(Math.max(0, start - CONTEXT), start)),
    suffix: even(text.slice(end, end + CONTEXT)),
  };
}
