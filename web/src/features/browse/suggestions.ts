import type { PageHit } from "@/core/search/full-text";
import type { Hit, LibraryHit } from "@/core/wasm";
import { collectionTitle } from "@/lib/addresses/collections";
import { paths } from "@/lib/addresses/paths";
import { displayCode } from "@/lib/addresses/subjects";
import { pageHref, snippetLine } from "@/parts/full-text/page-hit";
import type { MatchRange } from "@/ui/text/highlight";

export interface Suggestion {
  key: string;
  code: { text: string; ranges: readonly MatchRange[] };
  /** Note and page, shown after the title. */
  aside?: string;
  title: { text: string; ranges: readonly MatchRange[] };
  to: string;
}

export interface SuggestionGroup {
  name: "Study Guides" | "Notes" | "Inside notes";
  matches: readonly Suggestion[];
}

/** Groups the matches: courses first, unless only notes match exactly. Omits empty groups. */
export function groupSuggestions(
  hits: readonly Hit[],
  notes: readonly LibraryHit[],
  pages: readonly PageHit[] = [],
): SuggestionGroup[] {
  const guides: SuggestionGroup = {
    name: "Study Guides",
    matches: hits.map((hit) => ({
      key: hit.code,
      code: { text: displayCode(hit.code), ranges: hit.codeRanges },
      title: { text: hit.title, ranges: hit.titleRanges },
      to: paths.notes(hit.code),
    })),
  };
  const ofCourses: SuggestionGroup = {
    name: "Notes",
    matches: notes.map((note) => ({
      key: note.id,
      code: { text: note.subject, ranges: note.subjectRanges },
      title: { text: note.title, ranges: note.titleRanges },
      to: paths.noteIn(note.place, note.id),
    })),
  };
  const inside: SuggestionGroup = {
    name: "Inside notes",
    matches: pages.map((page) => ({
      key: `${page.note} ${page.page}`,
      code: { text: collectionTitle(page.place), ranges: [] },
      title: snippetLine(page),
      aside: `p. ${page.page} · ${page.title}`,
      to: pageHref(page),
    })),
  };
  const notesFirst = notes[0]?.isAsTyped === true && hits[0]?.isAsTyped !== true;
  const groups = notesFirst ? [ofCourses, guides] : [guides, ofCourses];
  return [...groups, inside].filter(({ matches }) => matches.length > 0);
}
