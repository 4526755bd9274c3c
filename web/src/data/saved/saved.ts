import { type QueryClient, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api, unwrap } from "@/api/client";
import type { CourseOrAlbumNote, Me, SavedNote } from "@/api/models";
import { readAllItems } from "@/api/pages";
import type { components } from "@/api/schema";
import { enqueueChange, selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { useSession } from "@/session/session";
import { takeBootstrapPart } from "../me/bootstrap";
import { applyNoteUpdates, noteUpdatesQuery } from "../notes/note-updates";
import { staleAfterAbsence } from "../query/cache-policies";
import { patchQueryData } from "../query/patch-query-data";
import {
  addCachedNote,
  cacheSavedNotes,
  onLocalChange,
  optimisticSavedNote,
  readCachedNotes,
  removeCachedNote,
  withUnconfirmedSaves,
} from "./my-notes-cache";

type Page = components["schemas"]["Page_SavedNote"];

export const savedKeys = {
  mine: (uid: string) => ["me", "saved", uid] as const,
};

/** All notes in the student's collection. All pages are fetched, because the list is searched and sorted as a whole. */
export const savedNotesQuery = (uid: string) =>
  queryOptions({
    ...staleAfterAbsence,
    refetchOnWindowFocus: "always",
    queryKey: savedKeys.mine(uid),
    queryFn: async ({ signal }): Promise<SavedNote[]> => (await firstNotes(uid, signal)) ?? allNotes(uid, signal),
  });

/** Fetches the pages after `first`, or all pages if it is undefined. Stores them as the local copy. */
async function allNotes(uid: string, signal: AbortSignal, first?: Page): Promise<SavedNote[]> {
  const notes = await readAllItems((query) => unwrap(api.GET("/api/me/notes", { params: { query }, signal })), first);
  cacheSavedNotes(uid, notes);
  return notes;
}

/** Returns My Notes from the bootstrap response, unless they were taken before. */
function firstNotes(uid: string, signal: AbortSignal): Promise<SavedNote[] | undefined> {
  return takeBootstrapPart(uid, "notes", (taken) =>
    taken === "same" ? [...readCachedNotes(uid)] : allNotes(uid, signal, taken),
  );
}

/** Writes a confirmed addition or removal to the query cache of every tab. */
export function onSavedNoteConfirmed(
  queries: QueryClient,
  uid: string,
  noteId: string,
  saved: SavedNote | undefined,
): void {
  const { queryKey } = savedNotesQuery(uid);
  if (saved) addCachedNote(uid, saved);
  else removeCachedNote(uid, noteId);
  patchQueryData(queries, queryKey, (notes) => {
    const others = notes?.filter((note) => note.originalNoteId !== noteId);
    return others && saved ? [...others, saved] : others;
  });
}

/** Returns the collection with the known updates: from the server if it is reachable, otherwise the local copy. */
export function useSavedNotes() {
  const { status, me } = useSession();
  const uid = status === "signed-in" && me ? me.uid : undefined;
  const local = useSyncExternalStore(onLocalChange, () => (uid ? readCachedNotes(uid) : undefined));
  const server = useQuery({ ...savedNotesQuery(uid ?? ""), enabled: uid !== undefined });
  const { data: updates = [] } = useQuery({ ...noteUpdatesQuery(uid ?? ""), enabled: false });
  const outboxState = useOutbox((all) => all);
  const changes = selectPendingChanges(outboxState);
  const waiting = changes.flatMap((change) => (change.kind === "saveNote" && change.on ? change.noteId : []));

  const hasLocal = (local !== undefined && local.length > 0) || waiting.length > 0;
  return {
    notes: withUnconfirmedSaves(applyNoteUpdates(server.data ?? local ?? [], updates), changes),
    /** Ids of notes whose addition is pending. */
    waitingIds: new Set(waiting),
    isPending: server.isPending && server.fetchStatus === "fetching" && !hasLocal,
    isError: server.isError && server.data === undefined,
    error: server.error,
    isOffline: server.fetchStatus === "paused",
    refetch: server.refetch,
  };
}

/** Result of adding: saved on the server, already there, or pending until the server can be reached. */
export type SaveResult = "saved" | "already" | "queued";

/** Adds a note optimistically. */
export function useSaveNote(me: Pick<Me, "uid" | "name"> | undefined) {
  return useMutation({
    // The outbox handles offline use, so the mutation never pauses.
    networkMode: "always",
    mutationFn: async (note: CourseOrAlbumNote): Promise<SaveResult> => {
      if (!me) throw new Error("You must be signed in to add notes.");
      const copy = optimisticSavedNote(note, me, new Date().toISOString());
      const outcome = await enqueueChange({ kind: "saveNote", on: true, noteId: note.id, note: copy });
      if (outcome.status === "queued") return "queued";
      return outcome.status === "sent" && outcome.result.isNew ? "saved" : "already";
    },
  });
}

/** Removes a note from the collection optimistically. A rejected change is rolled back. */
export function useRemoveSavedNote() {
  return useMutation({
    networkMode: "always",
    mutationFn: (note: SavedNote) => enqueueChange({ kind: "saveNote", on: false, noteId: note.originalNoteId }),
  });
}
