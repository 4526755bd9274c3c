import type { QueryClient } from "@tanstack/react-query";
import { findCourseAsTyped, findEnterMatch } from "@/core/search/queries";
import { paths } from "@/lib/urls/paths";
import { findNoteAsTyped } from "@/parts/member-note-search";

/**
 * Returns the target of Enter while no option is active. A course with this code, or with the text in its title, opens
 * at the path that the specification requires. Otherwise it is the first listed result with an exact match.
 */
export async function findEnterTarget(queries: QueryClient, query: string): Promise<string | undefined> {
  const code = await findEnterMatch(queries, query);
  if (code) return paths.download(code);
  const course = await findCourseAsTyped(queries, query);
  if (course) return paths.notes(course);
  // Without the list of notes, Enter still opens courses.
  const note = await findNoteAsTyped(queries, query).catch(() => undefined);
  return note && paths.noteIn(note.place, note.id);
}
