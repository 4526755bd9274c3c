import { commonEnd, commonStart, longestIn, PART_MIN, type Quote, type Squeezed, squeeze } from "../anchor";

/** Text of a page, prepared once for several searches. */
export interface PageText {
  text: string;
  squeezed: Squeezed;
}

export const pageText = (text: string): PageText => ({ text, squeezed: squeeze(text) });

/**
 * Returns the number of parts in which a page has all words of a quote, or `undefined` if it has not all of them. Something
 * between the parts, such as a page number, may interrupt the quote. It adds text to the page and removes none, so the
 * parts cover the whole quote and end with whole words: a page with `500 mg` does not have `50 mg`.
 */
export function countParts(page: PageText, quote: Quote): number | undefined {
  const [before, sought, behind] = [squeeze(quote.prefix).text, squeeze(quote.quote).text, squeeze(quote.suffix).text];
  const onPage = page.squeezed.text;
  let [start, after, count] = [0, 0, 0];
  while (start < sought.length) {
    const part = longestPart(page, sought, start, after);
    if (!part) return undefined;
    const { at, length } = part;
    const isFirst = start === 0;
    const isLast = start + length === sought.length;
    // A short part at an end of the quote is recognised by the context of the quote.
    const context =
      (isFirst ? commonEnd(onPage.slice(0, at), before) : 0) +
      (isLast ? commonStart(onPage.slice(at + length), behind) : 0);
    if (length + context < PART_MIN) return undefined;
    start += length;
    after = at + length;
    count += 1;
  }
  return count > 0 ? count : undefined;
}

/**
 * Finds the longest part of the quote that begins at `start` and is on the page as whole words, if possible after
 * `after`.
 */
function longestPart(page: PageText, sought: string, start: number, after: number) {
  const onPage = page.squeezed.text;
  for (let length = longestIn(onPage, sought, start); length > 0; length--) {
    const at = placeOf(page, sought.slice(start, start + length), after);
    if (at !== undefined) return { at, length };
  }
  return undefined;
}

function placeOf(page: PageText, part: string, after: number): number | undefined {
  const onPage = page.squeezed.text;
  let earlier: number | undefined;
  for (let at = onPage.indexOf(part); at >= 0; at = onPage.indexOf(part, at + 1)) {
    if (!isEdge(page, at) || !isEdge(page, at + part.length)) continue;
    if (at >= after) return at;
    earlier ??= at;
  }
  return earlier;
}

/** Matches a position (`|`) within a word or within a number such as 0.5, from the two characters on each side. */
const WITHIN_WORD = /[\p{L}\p{N}\p{M}]\|[\p{L}\p{N}\p{M}]|\p{N}[.,]\|\p{N}|\p{N}\|[.,]\p{N}/u;

/** Returns true if a word can start or end at this unit of the compared text. */
function isEdge({ text, squeezed }: PageText, unit: number): boolean {
  const [end, start] = [squeezed.to[unit - 1], squeezed.from[unit]];
  if (end === undefined || start === undefined) return true;
  if (start > end) return /\s/.test(text.slice(end, start));
  return start === end && !WITHIN_WORD.test(`${text.slice(end - 2, end)}|${text.slice(start, start + 2)}`);
}
