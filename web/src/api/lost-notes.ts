import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, payload } from "./client";
import { seldom } from "./freshness";
import type { components } from "./schema";
import { useSession } from "./session";

/** A saved note whose original was deleted, and until when its file can still be had. */
export type LostNote = components["schemas"]["LostNote"];

/** It reads every note that was saved, so it is asked for when somebody comes to look, not again and again: a file stays for weeks. */
const lostNotesQuery = (uid: string) =>
  queryOptions({
    queryKey: ["me", "lost-notes", uid] as const,
    queryFn: async ({ signal }) => (await payload(api.GET("/api/me/lost-notes", { signal }))).items,
    ...seldom,
  });

/** Which of the student's saved notes were deleted, by their ids; none while nobody can say. */
export function useLostNotes(): ReadonlyMap<string, LostNote> {
  const { me } = useSession();
  const { data } = useQuery({ ...lostNotesQuery(me?.uid ?? ""), enabled: me !== undefined });
  return new Map(data?.map((lost) => [lost.noteId, lost]));
}

/** Where the PDF of a saved note is, also for some weeks after the note was deleted. */
export async function savedFile(noteId: string): Promise<string> {
  return (await payload(api.GET("/api/me/notes/{noteId}/file", { params: { path: { noteId } } }))).url;
}
