import type { ReactNode } from "react";
import type { FullTextHit } from "@/core/search/full-text";
import type { Hit, LibraryHit } from "@/core/wasm";
import { audioPlaceOwner } from "@/data/search/audio-places";
import { collectionTitle } from "@/lib/urls/collections";
import { paths } from "@/lib/urls/paths";
import { displayCode } from "@/lib/urls/subjects";
import { hitDetail, hitHref, snippetLine } from "@/parts/full-text/page-hit";
import { RecordingHitDetail, recordingHitHref } from "@/parts/full-text/recording-hit";
import type { MatchRange } from "@/ui/text/highlight";

export interface Suggestion {
  key: string;
  code: { text: string; ranges: readonly MatchRange[] };
  /** Note and page, or recording and time, shown after the title. */
  detail?: ReactNode;
  title: { text: string; ranges: readonly MatchRange[] };
  href: string;
  /** Passage of a recording, which is played when it is opened. */
  passage?: FullTextHit;
}

export interface SuggestionGroup {
  name: "Study Guides" | "Notes" | "Inside notes" | "Inside audio notes";
  matches: readonly Suggestion[];
}

/** Groups the matches: courses first, unless only notes match exactly. Omits empty groups. */
export function groupSuggestions(
  hits: readonly Hit[],
  notes: readonly LibraryHit[],
  pages: readonly FullTextHit[] = [],
  passages: readonly FullTextHit[] = [],
): SuggestionGroup[] {
  const guides: SuggestionGroup = {
    name: "Study Guides",
    matches: hits.map((hit) => ({
      key: hit.code,
      code: { text: displayCode(hit.code), ranges: hit.codeRanges },
      title: { text: hit.title, ranges: hit.titleRanges },
      href: paths.notes(hit.code),
    })),
  };
  const ofCourses: SuggestionGroup = {
    name: "Notes",
    matches: notes.map((note) => ({
      key: note.id,
      code: { text: note.subject, ranges: note.subjectRanges },
      title: { text: note.title, ranges: note.titleRanges },
      href: paths.noteIn(note.place, note.id),
    })),
  };
  const inside: SuggestionGroup = {
    name: "Inside notes",
    matches: pages.map((page) => ({
      key: `${page.note} ${page.page}`,
      code: { text: collectionTitle(page.place), ranges: [] },
      title: snippetLine(page),
      detail: hitDetail(page),
      href: hitHref(page),
    })),
  };
  const spoken: SuggestionGroup = {
    name: "Inside audio notes",
    matches: passages.map((passage) => ({
      key: `${passage.note} ${passage.page} ${passage.snippet}`,
      code: { text: collectionTitle(audioPlaceOwner(passage.place)), ranges: [] },
      title: snippetLine(passage),
      detail: <RecordingHitDetail hit={passage} />,
      href: recordingHitHref(passage),
      passage,
    })),
  };
  const notesFirst = notes[0]?.isAsTyped === true && hits[0]?.isAsTyped !== true;
  const groups = notesFirst ? [ofCourses, guides] : [guides, ofCourses];
  return [...groups, inside, spoken].filter(({ matches }) => matches.length > 0);
}
