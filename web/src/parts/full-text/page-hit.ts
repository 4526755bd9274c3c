import type { FullTextHit } from "@/core/search/full-text";
import { paths } from "@/lib/urls/paths";
import type { MatchRange } from "@/ui/text/highlight";

/** Maximum number of characters that a line shows before the first match. */
const BEFORE_MAX = 16;

/** Returns the reader URL of the page with its matches highlighted, or of the passage that was found by meaning. */
export function hitHref({ note, page, mark, passage }: FullTextHit): string {
  if (passage === undefined) return paths.notePage(note, page, mark);
  return paths.passage({ noteId: note, page, quote: passage, prefix: "", suffix: "" });
}

/** Returns the detail line of a result: the page, the note, and whether it was found by meaning. */
export function hitDetail({ page, title, passage }: FullTextHit): string {
  return `${passage === undefined ? "" : "By meaning · "}p. ${page} · ${title}`;
}

/** Shortens the snippet at its start so that the first match is visible in one line. */
export function snippetLine({ snippet, ranges }: FullTextHit): { text: string; ranges: readonly MatchRange[] } {
  const first = ranges[0]?.[0] ?? 0;
  if (first <= BEFORE_MAX) return { text: snippet, ranges };
  const space = snippet.indexOf(" ", first - BEFORE_MAX);
  const cut = space === -1 || space >= first ? first : space + 1;
  const moved = ranges.map(([start, end]) => [start - cut + 1, end - cut + 1] as const);
  return { text: `…${snippet.slice(cut)}`, ranges: moved };
}
