/**
 * Finds words that pdf.js misses. pdf.js compares exact characters, but files encode accents, line-end hyphens and wide
 * tracking in ways that are invisible on the page.
 */

export interface TextMatchRange {
  index: number;
  length: number;
}

/**
 * Offsets between the normalized text of pdf.js and the text layer: start indexes and the shift that applies from each.
 */
export type Diffs = readonly [starts: ArrayLike<number>, shifts: ArrayLike<number>] | null | undefined;

/** Characters that matching ignores: soft hyphens, zero-width characters and combining accents. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]|[\u0300-\u036f]/;
const COMBINING_ACCENT = /[\u0300-\u036f]/;
const LETTER = /\p{L}/u;
const HYPHENATED = /\p{Ll}-$/u;
const LOWER_CASE = /\p{Ll}/u;

/** At least four letters with a space after each, as in a heading with wide tracking. */
const TRACKED = /(?<![\p{L}\p{N}])\p{L}(?: \p{L}){3,}(?![\p{L}\p{N}])/gu;

/** Text for comparison, and the original index of each UTF-16 unit. A line end is `\n`. */
interface Comparable {
  text: string;
  indexes: number[];
}

/** Returns a function that maps an index of the normalized text to the text layer. Call it with ascending indexes. */
function originalIndexes(diffs: Diffs): (index: number) => number {
  let at = -1;
  return (index) => {
    if (!diffs) return index;
    const [starts, shifts] = diffs;
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= index) at++;
    return index + (shifts[at] ?? 0);
  };
}

function comparable(content: string, diffs: Diffs): Comparable {
  const original = originalIndexes(diffs);
  let text = "";
  let indexes: number[] = [];
  let next = original(0);
  for (let index = 0; index < content.length; index++) {
    const unit = content[index] ?? "";
    const following = content[index + 1] ?? "";
    const here = next;
    next = original(index + 1);
    // pdf.js turns a spacing accent, which LaTeX draws before its letter, into a space and a combining accent.
    if (INVISIBLE.test(unit) || (unit === " " && COMBINING_ACCENT.test(following))) continue;
    // The text layer has no characters for line ends.
    const isLineEnd = unit === " " && here === next;
    if (isLineEnd && LOWER_CASE.test(following) && HYPHENATED.test(text.slice(-3))) {
      text = text.slice(0, -1);
      indexes.pop();
      continue;
    }
    text += isLineEnd ? "\n" : unit;
    indexes.push(index);
  }
  const dropped = new Set<number>();
  for (const { index, 0: run } of text.matchAll(TRACKED)) {
    for (let place = 0; place < run.length; place++) if (run[place] === " ") dropped.add(index + place);
  }
  if (dropped.size > 0) {
    text = [...text.split("")].filter((_, place) => !dropped.has(place)).join("");
    indexes = indexes.filter((_, place) => !dropped.has(place));
  }
  return { text, indexes };
}

/**
 * Returns a pattern of the words. A word of the query may be split across a line end or lack a hyphen in the text, but
 * only as a whole word: `comparable` drops hyphens at line ends, and pdf.js drops soft hyphens, which some files show.
 */
function patternOf(query: string): RegExp | undefined {
  const characters = [...query.normalize("NFD").trim()].filter((character) => !INVISIBLE.test(character));
  if (characters.length === 0) return undefined;
  let [whole, broken] = ["", ""];
  let before = "";
  for (const [place, character] of characters.entries()) {
    const isSpace = /\s/.test(character);
    if (isSpace && before === " ") continue;
    const escaped = isSpace ? "[ \\n]+" : character.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    whole += escaped;
    const isHyphen = character === "-" && LETTER.test(before) && LETTER.test(characters[place + 1] ?? "");
    if (isHyphen) broken += "-?";
    else broken += LETTER.test(before) && LETTER.test(character) ? `\\n?${escaped}` : escaped;
    before = isSpace ? " " : character;
  }
  return new RegExp(`${whole}|(?<![\\p{L}\\p{N}])${broken}(?![\\p{L}\\p{N}])`, "giu");
}

/** Merges the matches that pdf.js found with those that differ from the query only in invisible ways. */
export function mergeMatches(
  found: readonly TextMatchRange[],
  query: string,
  content: string,
  diffs: Diffs,
): TextMatchRange[] {
  const pattern = patternOf(query);
  if (!pattern) return [...found];
  const { text, indexes } = comparable(content, diffs);
  const more: TextMatchRange[] = [];
  for (const { index: at, 0: match } of text.matchAll(pattern)) {
    const index = indexes[at] ?? 0;
    const length = (indexes[at + match.length - 1] ?? index) + 1 - index;
    const isKnown = found.some((each) => each.index < index + length && index < each.index + each.length);
    if (!isKnown) more.push({ index, length });
  }
  return more.length === 0 ? [...found] : [...found, ...more].sort((one, other) => one.index - other.index);
}
