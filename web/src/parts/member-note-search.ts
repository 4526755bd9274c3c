import type { QueryClient } from "@tanstack/react-query";
import { unloadNotes } from "@/core/search/library";
import * as core from "@/core/search/queries";
import type { LibraryHit } from "@/core/wasm";
import { fetchNoteIndexUrl } from "@/data/notes/library";
import { session, useSession } from "@/session/session";

// Visitors may not read the list of notes, and another user may sign in on this device.
session.onEnd(unloadNotes);

/** Searches the notes of all courses; empty for visitors. `shouldPrefetch` loads the index before the user types. */
export function useMemberNoteSearch(query: string, shouldPrefetch = false) {
  const isMember = useSession().status === "signed-in";
  return core.useNoteSearch(query, isMember ? fetchNoteIndexUrl : undefined, shouldPrefetch);
}

/** Returns a note that contains all words of `query` exactly as typed. */
export async function findNoteAsTyped(queries: QueryClient, query: string): Promise<LibraryHit | undefined> {
  const note = await core.findBestNote(queries, query, fetchNoteIndexUrl);
  return note?.isAsTyped ? note : undefined;
}
