import type { QueryClient } from "@tanstack/react-query";
import type { LibraryHit } from "@/core/engine";
import { dropNotes } from "@/core/search/library";
import * as core from "@/core/search/queries";
import { notesListAddress } from "@/data/notes/library";
import { session, useSession } from "@/session/session";

// The list of notes is for members, and the next person may sit here.
session.onEnd(dropNotes);

/** Notes of courses matching `query`; none for visitors. `isExpected`: somebody is about to type. */
export function useFoundNotes(query: string, isExpected = false) {
  const isMember = useSession().status === "signed-in";
  return core.useFoundNotes(query, isMember ? notesListAddress : undefined, isExpected);
}

/** The note that has all words of `query` as typed, if there is one. */
export async function findNoteAsTyped(queries: QueryClient, query: string): Promise<LibraryHit | undefined> {
  const note = await core.findNote(queries, query, notesListAddress);
  return note?.isAsTyped ? note : undefined;
}
