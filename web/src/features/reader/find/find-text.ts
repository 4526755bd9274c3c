/** Finds words in the text of pages. Ignores case, accents and invisible characters, as the page view does. */

/** A match in the text of a page, as a range of UTF-16 units. */
export interface TextRange {
  from: number;
  to: number;
}

/** Accents, soft hyphens and other characters without a width. */
const INVISIBLE = /\p{M}|[\u00ad\u200b-\u200d\u2060\ufeff]/gu;

function fold(text: string): string {
  return text.normalize("NFKD").replace(INVISIBLE, "").toLowerCase().replaceAll("ς", "σ");
}

/** Text for comparison, with the original start and end of each unit. */
interface Folded {
  text: string;
  from: number[];
  to: number[];
}

function foldWithPlaces(text: string): Folded {
  const folded: Folded = { text: "", from: [], to: [] };
  let at = 0;
  for (const character of text) {
    const plain = fold(character);
    for (let unit = 0; unit < plain.length; unit++) {
      folded.from.push(at);
      folded.to.push(at + character.length);
    }
    folded.text += plain;
    at += character.length;
  }
  return folded;
}

/** Returns a pattern of the words, or `undefined` if there are none. Any white space matches a space of the query. */
export function patternOf(query: string): RegExp | undefined {
  const words = fold(query).trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("\\s+"), "gu");
}

/** Returns the matches in a text. */
export function matchesIn(text: string, pattern: RegExp): TextRange[] {
  const { text: folded, from, to } = foldWithPlaces(text);
  return [...folded.matchAll(pattern)].map(({ index, 0: match }) => ({
    from: from[index] ?? 0,
    to: to[index + match.length - 1] ?? text.length,
  }));
}

/** Counts the matches on each page. Compares each text once, because a long note has millions of characters. */
export class FoldedPages {
  readonly #texts: () => readonly string[];
  #folded: readonly string[] | undefined;

  /** `texts` is called at the first search. */
  constructor(texts: () => readonly string[]) {
    this.#texts = texts;
  }

  /** Returns the number of matches on each page, in the order of the texts. */
  counts(pattern: RegExp): number[] {
    this.#folded ??= this.#texts().map(fold);
    return this.#folded.map((text) => [...text.matchAll(pattern)].length);
  }
}
