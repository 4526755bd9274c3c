import type { FoundPage } from "@/core/search/inside";
import { paths } from "@/lib/addresses/paths";
import type { MatchRange } from "@/ui/text/highlight";

/** Characters before the first words that were found, in a line. */
const BEFORE_MAX = 16;

/** Where the reader shows this page, with what was found marked. */
export function pageAddress({ note, page, mark }: FoundPage): string {
  return paths.notePage(note, page, mark);
}

/** The snippet for a line that may be cut off at its end: not much stands before the first words that were found. */
export function lineOf({ snippet, ranges }: FoundPage): { text: string; ranges: readonly MatchRange[] } {
  const first = ranges[0]?.[0] ?? 0;
  if (first <= BEFORE_MAX) return { text: snippet, ranges };
  const space = snippet.indexOf(" ", first - BEFORE_MAX);
  const cut = space === -1 || space >= first ? first : space + 1;
  const moved = ranges.map(([start, end]) => [start - cut + 1, end - cut + 1] as const);
  return { text: `…${snippet.slice(cut)}`, ranges: moved };
}
