import type { MatchRange } from "@/ui/text/highlight";

/** Removes case and diacritics, so that "Café" equals "cafe". Keeps the length, so that match ranges stay valid. */
function fold(text: string): string {
  return Array.from(text, (letter) => letter.normalize("NFKD")[0] ?? letter)
    .join("")
    .toLowerCase();
}

const wordsOf = (text: string) =>
  fold(text.normalize("NFC"))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Returns true if the text equals the whole name. */
export function nameMatches(typed: string, name: string): boolean {
  return wordsOf(typed).join(" ") === wordsOf(name).join(" ");
}

/**
 * Returns the matching parts of `name` if each typed word is a prefix of a word in `name` or `also`; otherwise
 * `undefined`. For the few pages and actions of the app; the core searches everything else.
 */
export function matchedRanges(typed: string, name: string, also = ""): MatchRange[] | undefined {
  const words = wordsOf(typed);
  const folded = fold(name);
  const ranges: MatchRange[] = [];
  for (const word of words) {
    const at = placeOfWord(folded, word);
    if (at !== undefined) ranges.push([at, at + word.length]);
    else if (!wordsOf(also).some((other) => other.startsWith(word))) return undefined;
  }
  return words.length > 0 ? ranges : undefined;
}

/** Returns the index at which a word of `text` starts with `start`. */
function placeOfWord(text: string, start: string): number | undefined {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return at;
  }
  return undefined;
}
