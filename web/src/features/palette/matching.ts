import type { MatchRange } from "@/ui/text/highlight";

/** Without case and marks: 'Café' and 'cafe' are one. Lengths stay, so that places in one are places in the other. */
function fold(text: string): string {
  return Array.from(text, (letter) => letter.normalize("NFKD")[0] ?? letter)
    .join("")
    .toLowerCase();
}

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether the whole name was typed. */
export function isNameOf(typed: string, name: string): boolean {
  return wordsOf(typed).join(" ") === wordsOf(name).join(" ");
}

/**
 * What of `name` was typed, when every typed word begins a word of the name or of `also`; otherwise nothing. For the few
 * pages and actions of the app itself: everything else is found by the core.
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

/** Where a word of `text` begins with `start`. */
function placeOfWord(text: string, start: string): number | undefined {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return at;
  }
  return undefined;
}
