import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { api, outlivesPage, payload } from "./client";
import { liveList } from "./freshness";
import type { AnyNote, Me, SavedNote } from "./models";
import { refreshEverywhere } from "./other-tabs";
import { ApiProblem } from "./problem";
import {
  addToOutbox,
  confirmSaved,
  dropLocal,
  mergedNotes,
  onLocalChange,
  readLocal,
  rememberServerList,
  savedCopy,
} from "./saved-local";
import { useSession } from "./session";

export const savedKeys = {
  mine: (uid: string) => ["me", "saved", uid] as const,
};

/** Everything in the student's own collection; all pages, because the list is searched and sorted as one. */
const savedNotesQuery = (uid: string) =>
  queryOptions({
    ...liveList,
    queryKey: savedKeys.mine(uid),
    queryFn: async ({ signal }): Promise<SavedNote[]> => {
      const notes: SavedNote[] = [];
      let cursor: string | undefined;
      do {
        const query = cursor ? { cursor } : {};
        const page = await payload(api.GET("/api/me/notes", { params: { query }, signal }));
        notes.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor);
      rememberServerList(uid, notes);
      return notes;
    },
  });

/** Whether an error means "not reached": worth sending again later, unlike a refusal. */
function isOutOfReach(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === "unreachable" || error.code === "unavailable");
}

/** Saves on the server; the answer says whether the note was new to the collection. */
async function sendSave(queries: QueryClient, uid: string, noteId: string): Promise<{ isNew: boolean }> {
  const answer = api.PUT("/api/me/notes/{noteId}", { params: { path: { noteId } } });
  const saved = await payload(answer);
  confirmSaved(uid, saved);
  queries.setQueryData(savedNotesQuery(uid).queryKey, (notes) =>
    notes ? [...notes.filter((note) => note.originalNoteId !== noteId), saved] : notes,
  );
  return { isNew: (await answer).response.status === 201 };
}

let flushing: Promise<void> | undefined;

/** Sends what was added while the server could not be reached, one after the other, oldest first. */
function flushOutbox(queries: QueryClient, uid: string): Promise<void> {
  flushing ??= (async () => {
    let sent = 0;
    for (const { originalNoteId } of readLocal(uid).outbox) {
      try {
        await sendSave(queries, uid, originalNoteId);
        sent += 1;
      } catch (error) {
        if (isOutOfReach(error)) break;
        dropLocal(uid, originalNoteId); // The note is gone, or the collection is full.
      }
    }
    if (sent > 0) await refreshEverywhere(queries, savedKeys.mine(uid));
  })().finally(() => {
    flushing = undefined;
  });
  return flushing;
}

/** The collection as this device knows it, fresh from the server where that can be reached. */
export function useSavedNotes() {
  const { status, me } = useSession();
  const uid = status === "signed-in" && me ? me.uid : undefined;
  const queries = useQueryClient();
  const local = useSyncExternalStore(onLocalChange, () => (uid ? readLocal(uid) : undefined));
  const server = useQuery({ ...savedNotesQuery(uid ?? ""), enabled: uid !== undefined });

  useEffect(() => {
    if (uid === undefined) return undefined;
    const send = () => void flushOutbox(queries, uid);
    send();
    window.addEventListener("online", send);
    return () => window.removeEventListener("online", send);
  }, [queries, uid]);

  const hasLocal = local !== undefined && (local.notes.length > 0 || local.outbox.length > 0);
  return {
    notes: mergedNotes(server.data ?? local?.notes ?? [], local?.outbox ?? []),
    /** Ids of notes that are on this device only. */
    waitingIds: new Set(local?.outbox.map((note) => note.originalNoteId)),
    isPending: server.isPending && server.fetchStatus === "fetching" && !hasLocal,
    isError: server.isError && server.data === undefined,
    isOffline: server.fetchStatus === "paused",
    refetch: server.refetch,
  };
}

/** How adding ended: on the server, there before, or kept here until the server can be reached. */
export type SaveResult = "saved" | "already" | "kept";

/** Adds a note: at once on this device, then on the server. */
export function useSaveNote(me: Pick<Me, "uid" | "name"> | undefined) {
  const queries = useQueryClient();
  return useMutation({
    // Offline is handled by the outbox, so the attempt is never held back.
    networkMode: "always",
    mutationFn: async (note: AnyNote): Promise<SaveResult> => {
      if (!me) throw new Error("You must be signed in to add notes.");
      addToOutbox(me.uid, savedCopy(note, me, new Date().toISOString()));
      try {
        const { isNew } = await sendSave(queries, me.uid, note.id);
        void refreshEverywhere(queries, savedKeys.mine(me.uid));
        return isNew ? "saved" : "already";
      } catch (error) {
        if (isOutOfReach(error)) return "kept";
        dropLocal(me.uid, note.id);
        throw error;
      }
    },
  });
}

/** Removes a note from the collection; rolled back when the server refuses. */
export function useRemoveSavedNote(uid: string) {
  const queries = useQueryClient();
  const key = savedNotesQuery(uid).queryKey;
  return useMutation({
    networkMode: "always",
    mutationFn: async (note: SavedNote) => {
      // A copy that is on its way must not arrive after it was taken out.
      await flushing;
      const params = { path: { noteId: note.originalNoteId } };
      await payload(api.DELETE("/api/me/notes/{noteId}", { params, ...outlivesPage }));
      dropLocal(uid, note.originalNoteId);
    },
    onMutate: async (note) => {
      await queries.cancelQueries({ queryKey: key });
      const before = { server: queries.getQueryData(key), wasWaiting: isWaiting(uid, note) };
      queries.setQueryData(key, (notes) => notes?.filter((each) => each.originalNoteId !== note.originalNoteId));
      dropLocal(uid, note.originalNoteId);
      return before;
    },
    onError: (_error, note, before) => {
      queries.setQueryData(key, before?.server);
      if (before?.wasWaiting) addToOutbox(uid, note);
      else confirmSaved(uid, note);
    },
    onSettled: () => refreshEverywhere(queries, savedKeys.mine(uid)),
  });
}

function isWaiting(uid: string, note: SavedNote): boolean {
  return readLocal(uid).outbox.some((each) => each.originalNoteId === note.originalNoteId);
}
