import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { SavedNote } from "@/api/models";
import { readAllItems } from "@/api/pages";
import type { components } from "@/api/schema";
import { userStorage } from "@/lib/browser/storage";
import { useSession } from "@/session/session";
import {
  NOTE_UPDATES_PATH,
  NOTE_UPDATES_STALE_MS,
  noteUpdatesAtMs,
  saveNoteUpdatesFetchTime,
} from "../me/device-markers";

/** A saved note that was changed or deleted after it was saved. A deleted note has no `note`. */
export type NoteUpdate = components["schemas"]["NoteUpdate"];

const KEY = "note updates";

function stored(uid: string): NoteUpdate[] | undefined {
  try {
    const items: unknown = JSON.parse(userStorage(uid).get(KEY) ?? "null");
    return Array.isArray(items) ? items : undefined;
  } catch {
    return undefined; // Truncated.
  }
}

/**
 * Differences between My Notes and the current notes. They are stored on the device, so that a page does not show an
 * outdated state first and works offline. Fresh for `NOTE_UPDATES_STALE_MS`, because the server reads every saved note.
 */
export const noteUpdatesQuery = (uid: string) =>
  queryOptions({
    queryKey: ["me", "note-updates", uid] as const,
    queryFn: async ({ signal }): Promise<NoteUpdate[]> => {
      const items = await readAllItems((query) => unwrap(api.GET(NOTE_UPDATES_PATH, { params: { query }, signal })));
      userStorage(uid).set(KEY, JSON.stringify(items));
      saveNoteUpdatesFetchTime(uid);
      return items;
    },
    initialData: () => stored(uid),
    initialDataUpdatedAt: () => noteUpdatesAtMs(uid),
    staleTime: NOTE_UPDATES_STALE_MS,
    gcTime: NOTE_UPDATES_STALE_MS,
  });

/** State of the differences between My Notes and the current notes. */
interface KnownUpdates {
  /** Deleted notes by id. */
  deleted: ReadonlyMap<string, NoteUpdate>;
  /** True during the first request of this device. Copies may then show an outdated title, course or picture. */
  isPending: boolean;
}

/**
 * Fetches the differences between My Notes and the current notes; `useSavedNotes` applies them. With `always`, fetches
 * on each mount. Offline and after a failure, they are not pending, so that the copies can be shown.
 */
export function useNoteUpdates({ always = false } = {}): KnownUpdates {
  const { me } = useSession();
  const { data, isPending, fetchStatus, failureCount } = useQuery({
    ...noteUpdatesQuery(me?.uid ?? ""),
    enabled: me !== undefined,
    ...(always && { staleTime: 0 }),
  });
  return {
    deleted: new Map(data?.flatMap((update) => (update.note ? [] : [[update.noteId, update]]))),
    isPending: isPending && fetchStatus === "fetching" && failureCount === 0,
  };
}

/** Returns the saved notes, with each changed note in place of its copy. */
export function applyNoteUpdates(notes: readonly SavedNote[], updates: readonly NoteUpdate[]): readonly SavedNote[] {
  if (updates.length === 0) return notes;
  const current = new Map(updates.map(({ noteId, note }) => [noteId, note]));
  return notes.map((copy) => {
    const note = current.get(copy.originalNoteId);
    // A note that was saved again after the response has a newer copy.
    return note && note.savedAt === copy.savedAt ? note : copy;
  });
}

/** Returns the URL of the PDF of a saved note. Deleted notes are available for 30 days. */
export async function fetchSavedFileUrl(noteId: string): Promise<string> {
  return (await unwrap(api.GET("/api/me/notes/{noteId}/file", { params: { path: { noteId } } }))).url;
}
