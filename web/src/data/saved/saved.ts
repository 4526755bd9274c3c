import { type QueryClient, queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api, payload } from "@/api/client";
import type { AnyNote, Me, SavedNote } from "@/api/models";
import type { components } from "@/api/schema";
import { add, pending, useOutbox } from "@/offline/outbox/queue";
import { useSession } from "@/session/session";
import { takeStart } from "../me/start";
import { noteUpdatesQuery, withUpdates } from "../notes/note-updates";
import { ownUntilBack } from "../query/freshness";
import { patchAnswer } from "../query/patch-answer";
import {
  confirmSaved,
  dropLocal,
  mergedNotes,
  onLocalChange,
  readLocal,
  rememberServerList,
  savedCopy,
} from "./saved-local";

type Page = components["schemas"]["Page_SavedNote"];

export const savedKeys = {
  mine: (uid: string) => ["me", "saved", uid] as const,
};

/** Everything in the student's own collection; all pages, because the list is searched and sorted as one. */
export const savedNotesQuery = (uid: string) =>
  queryOptions({
    ...ownUntilBack,
    refetchOnWindowFocus: "always",
    queryKey: savedKeys.mine(uid),
    queryFn: async ({ signal }): Promise<SavedNote[]> => (await firstNotes(uid, signal)) ?? allNotes(uid, signal),
  });

const notesPage = (cursor: string | undefined, signal: AbortSignal) =>
  payload(api.GET("/api/me/notes", { params: { query: cursor ? { cursor } : {} }, signal }));

/** All pages, after the first one if that is there already. They are what this device has from then on. */
async function allNotes(uid: string, signal: AbortSignal, first?: Page): Promise<SavedNote[]> {
  let page = first ?? (await notesPage(undefined, signal));
  const notes = [...page.items];
  while (page.nextCursor) {
    page = await notesPage(page.nextCursor, signal);
    notes.push(...page.items);
  }
  rememberServerList(uid, notes);
  return notes;
}

/** My Notes of the answer that the page began with, if they are wanted for the first time. */
function firstNotes(uid: string, signal: AbortSignal): Promise<SavedNote[] | undefined> {
  return takeStart(uid, "notes", (taken) => (taken === "same" ? [...readLocal(uid)] : allNotes(uid, signal, taken)));
}

/** The server has a note in the collection, or has taken it out; in every tab. */
export function savedArrived(queries: QueryClient, uid: string, noteId: string, saved: SavedNote | undefined): void {
  const { queryKey } = savedNotesQuery(uid);
  if (saved) confirmSaved(uid, saved);
  else dropLocal(uid, noteId);
  patchAnswer(queries, queryKey, (notes) => {
    const others = notes?.filter((note) => note.originalNoteId !== noteId);
    return others && saved ? [...others, saved] : others;
  });
}

/** The collection as this device knows it, fresh from the server where that can be reached, with the known updates. */
export function useSavedNotes() {
  const { status, me } = useSession();
  const uid = status === "signed-in" && me ? me.uid : undefined;
  const local = useSyncExternalStore(onLocalChange, () => (uid ? readLocal(uid) : undefined));
  const server = useQuery({ ...savedNotesQuery(uid ?? ""), enabled: uid !== undefined });
  const { data: updates = [] } = useQuery({ ...noteUpdatesQuery(uid ?? ""), enabled: false });
  const kept = useOutbox((all) => all);
  const changes = pending(kept);
  const waiting = changes.flatMap((change) => (change.kind === "saveNote" && change.on ? change.noteId : []));

  const hasLocal = (local !== undefined && local.length > 0) || waiting.length > 0;
  return {
    notes: mergedNotes(withUpdates(server.data ?? local ?? [], updates), changes),
    /** Ids of notes that are on this device only. */
    waitingIds: new Set(waiting),
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
  return useMutation({
    // Offline is handled by the outbox, so the attempt is never held back.
    networkMode: "always",
    mutationFn: async (note: AnyNote): Promise<SaveResult> => {
      if (!me) throw new Error("You must be signed in to add notes.");
      const copy = savedCopy(note, me, new Date().toISOString());
      const outcome = await add({ kind: "saveNote", on: true, noteId: note.id, note: copy });
      if (outcome.is === "kept") return "kept";
      return outcome.is === "sent" && outcome.answer.isNew ? "saved" : "already";
    },
  });
}

/** Removes a note from the collection; it is back when the server refuses. */
export function useRemoveSavedNote() {
  return useMutation({
    networkMode: "always",
    mutationFn: (note: SavedNote) => add({ kind: "saveNote", on: false, noteId: note.originalNoteId }),
  });
}
