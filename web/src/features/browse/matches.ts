import type { Hit, LibraryHit } from "@/core/engine";
import { paths } from "@/lib/paths";
import { displayCode } from "@/lib/subjects";
import type { MatchRange } from "@/ui/highlight";

/** One line of the list under the box. */
export interface Match {
  key: string;
  /** The course. */
  code: { text: string; ranges: readonly MatchRange[] };
  title: { text: string; ranges: readonly MatchRange[] };
  to: string;
}

/** Lines of one kind. */
export interface MatchGroup {
  name: "Study Guides" | "Notes";
  matches: readonly Match[];
}

/** Courses and notes, courses first, unless only the notes have what was typed. Kinds without a line are left out. */
export function groupsOf(hits: readonly Hit[], notes: readonly LibraryHit[]): MatchGroup[] {
  const guides: MatchGroup = {
    name: "Study Guides",
    matches: hits.map((hit) => ({
      key: hit.code,
      code: { text: displayCode(hit.code), ranges: hit.codeRanges },
      title: { text: hit.title, ranges: hit.titleRanges },
      to: paths.notes(hit.code),
    })),
  };
  const ofCourses: MatchGroup = {
    name: "Notes",
    matches: notes.map((note) => ({
      key: note.id,
      code: { text: note.subject, ranges: note.subjectRanges },
      title: { text: note.title, ranges: note.titleRanges },
      to: paths.noteIn(note.place, note.id),
    })),
  };
  const notesFirst = notes[0]?.isAsTyped === true && hits[0]?.isAsTyped !== true;
  const groups = notesFirst ? [ofCourses, guides] : [guides, ofCourses];
  return groups.filter(({ matches }) => matches.length > 0);
}
