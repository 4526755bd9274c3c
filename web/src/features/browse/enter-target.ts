import type { QueryClient } from "@tanstack/react-query";
import { findCourseAsTyped, findEnterMatch } from "@/core/search/queries";
import { paths } from "@/lib/addresses/paths";
import { findNoteAsTyped } from "@/parts/found-notes";

/**
 * Where Enter leads while no line of the list is marked. A course with this code or with the text in its title has the
 * address that the specification names. Otherwise it is what the list shows first, if that has all words as typed.
 */
export async function enterTarget(queries: QueryClient, query: string): Promise<string | undefined> {
  const code = await findEnterMatch(queries, query);
  if (code) return paths.download(code);
  const course = await findCourseAsTyped(queries, query);
  if (course) return paths.notes(course);
  // Without the list of notes there still is an answer about courses.
  const note = await findNoteAsTyped(queries, query).catch(() => undefined);
  return note && paths.noteIn(note.place, note.id);
}
