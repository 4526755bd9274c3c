import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, payload } from "./client";
import { isLostNotesDue, LOST_NOTES_MS, rememberLostNotesAsked } from "./first-marks";
import { keptAnswer, keptStore } from "./kept/answers";
import type { components } from "./schema";
import { useSession } from "./session";

/** A saved note whose original was deleted, and until when its file can still be had. */
export type LostNote = components["schemas"]["LostNote"];

/** What the server said lately counts on the next page as well, where this device keeps it. */
export const lostNotesQuery = (uid: string) =>
  queryOptions({
    queryKey: ["me", "lost-notes", uid] as const,
    queryFn: async ({ signal, queryKey }): Promise<readonly LostNote[]> => {
      const kept = isLostNotesDue(uid) ? undefined : ((await keptAnswer(queryKey)) as readonly LostNote[] | undefined);
      if (kept) return kept;
      const { items } = await payload(api.GET("/api/me/lost-notes", { signal }));
      if (keptStore()) rememberLostNotesAsked(uid);
      return items;
    },
    staleTime: LOST_NOTES_MS,
    gcTime: LOST_NOTES_MS,
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
