import type { CourseOrAlbumNote, SavedNote } from "@/api/models";
import { userStorage } from "@/lib/browser/storage";
import { createWatchers } from "@/lib/watchers";
import type { Change } from "@/offline/outbox/kinds/kinds";

/**
 * Local copy of My Notes: the last list of the server, so that it is available at once and offline. One entry per user,
 * deleted on sign-out.
 */

/** Key in the user's personal storage. */
const KEY = "saved";
/** Key of the notes that were saved on this device without an account. Read only. */
const GUEST_KEY = "nn:guest:saved";

function parse(text: string | undefined): readonly SavedNote[] {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // Corrupt or truncated: treated as empty.
  }
  return [];
}

/** Returns a copy of `note` as the server would save it for `owner` at `now` (ISO 8601). */
export function optimisticSavedNote(
  note: CourseOrAlbumNote,
  owner: { uid: string; name: string },
  now: string,
): SavedNote {
  const isOfAlbum = "album" in note;
  const course = isOfAlbum ? note.courseCode : note.course;
  const previewUrl = isOfAlbum ? (note.imageUrl ?? note.facts.preview?.smallUrl) : note.previewUrl;
  return {
    id: note.id,
    originalNoteId: note.id,
    ...(course && { course, courseCode: course }),
    ...(isOfAlbum ? { album: note.album, subject: note.subject } : { chapter: note.chapter, noteType: note.noteType }),
    ...(previewUrl && { previewUrl }),
    facts: note.facts,
    title: note.title || "Untitled Note",
    description: note.description,
    fileUrl: note.fileUrl,
    fileName: note.fileName,
    sizeBytes: note.sizeBytes,
    pages: note.pages,
    likes: note.likes,
    uploadDate: note.uploadDate,
    uploaderName: note.uploaderName,
    type: "Saved Note",
    savedBy: owner.name,
    uid: owner.uid,
    userId: owner.uid,
    savedAt: now,
    addedAt: now,
  };
}

/** Merges the server's list with pending changes: newest first, each note once. */
export function withUnconfirmedSaves(server: readonly SavedNote[], changes: readonly Change[]): SavedNote[] {
  const notes = new Map(server.map((note) => [note.originalNoteId, note]));
  for (const change of changes) {
    if (change.kind !== "saveNote") continue;
    if (!change.on) notes.delete(change.noteId);
    else if (change.note && !notes.has(change.noteId)) notes.set(change.noteId, change.note);
  }
  return [...notes.values()].sort((a, b) =>
    a.addedAt === b.addedAt ? b.id.localeCompare(a.id) : b.addedAt.localeCompare(a.addedAt),
  );
}

const listeners = createWatchers();
/** Parsed lists by owner. `useSyncExternalStore` needs the same array until something changes. */
const cache = new Map<string, { text: string | undefined; notes: readonly SavedNote[] }>();

/** Calls `listener` whenever a local copy changes, in this tab or another. Returns a function that stops it. */
export function onLocalChange(listener: () => void): () => void {
  const stop = listeners.watch(listener);
  window.addEventListener("storage", listener);
  return () => {
    stop();
    window.removeEventListener("storage", listener);
  };
}

/** Returns the local list of `uid`. */
export function readCachedNotes(uid: string): readonly SavedNote[] {
  const text = userStorage(uid).get(KEY);
  const held = cache.get(uid);
  if (held && held.text === text) return held.notes;
  const notes = parse(text);
  cache.set(uid, { text, notes });
  return notes;
}

function writeLocal(uid: string, notes: readonly SavedNote[]): void {
  userStorage(uid).set(KEY, JSON.stringify(notes));
  listeners.tell();
}

/** Adds a note that the server has confirmed. */
export function addCachedNote(uid: string, note: SavedNote): void {
  writeLocal(uid, [...without(readCachedNotes(uid), note.originalNoteId), note]);
}

/** Removes a note, by the id of the original note. */
export function removeCachedNote(uid: string, originalNoteId: string): void {
  writeLocal(uid, without(readCachedNotes(uid), originalNoteId));
}

const without = (notes: readonly SavedNote[], originalNoteId: string) =>
  notes.filter((each) => each.originalNoteId !== originalNoteId);

export function cacheSavedNotes(uid: string, notes: readonly SavedNote[]): void {
  writeLocal(uid, notes);
}

function guestStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined; // Closed by the browser's settings.
  }
}

/** Returns the ids of the notes that were saved on this device without an account. */
export function guestNoteIds(): string[] {
  const notes = parse(guestStorage()?.getItem(GUEST_KEY) ?? undefined);
  return [...new Set(notes.map((note) => note.originalNoteId ?? note.id))];
}

/** Deletes the guest's notes after they were moved or declined. */
export function deleteGuestNotes(): void {
  guestStorage()?.removeItem(GUEST_KEY);
  listeners.tell();
}
