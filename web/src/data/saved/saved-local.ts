import type { AnyNote, SavedNote } from "@/api/models";
import { personalStorage } from "@/lib/browser/storage";
import type { Change } from "@/offline/outbox/kinds/changes";

/**
 * The copy of My Notes on this device: what the server said last, so that the list is there at once, and offline. One
 * entry a person; it goes when they sign out.
 */

/** The entry among the things that this device keeps for one person. */
const KEY = "saved";
/** Notes kept by somebody who was not signed in, by an older version; only ever read. */
const GUEST_KEY = "nn:guest:saved";

/** What older versions kept for one person: the list, and what had not reached the server. */
interface OldCollection {
  notes: readonly SavedNote[];
  outbox: readonly SavedNote[];
}

const empty: OldCollection = { notes: [], outbox: [] };

function parse(text: string | undefined): OldCollection {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    if (Array.isArray(value)) return { notes: value, outbox: [] };
    if (typeof value === "object" && value !== null && "notes" in value && "outbox" in value) {
      const { notes, outbox } = value;
      return { notes: Array.isArray(notes) ? notes : [], outbox: Array.isArray(outbox) ? outbox : [] };
    }
  } catch {
    // Corrupt or truncated: treated as empty.
  }
  return empty;
}

/** A copy of `note` as the server would save it for `owner` at `now` (ISO 8601). */
export function savedCopy(note: AnyNote, owner: { uid: string; name: string }, now: string): SavedNote {
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

/** The server's list with what is not confirmed: newest first, each note once. */
export function mergedNotes(server: readonly SavedNote[], changes: readonly Change[]): SavedNote[] {
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

const listeners = new Set<() => void>();
/** Parsed lists by owner, so that a snapshot is the same object until something changes. */
const cache = new Map<string, { text: string | undefined; notes: readonly SavedNote[] }>();

/** Calls `listener` whenever a local copy changes, in this tab or another; returns how to stop. */
export function onLocalChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function changed(): void {
  for (const listener of listeners) listener();
}

/** The list of `uid` as this device keeps it. */
export function readLocal(uid: string): readonly SavedNote[] {
  const text = personalStorage(uid).get(KEY);
  const held = cache.get(uid);
  if (held && held.text === text) return held.notes;
  const { notes } = parse(text);
  cache.set(uid, { text, notes });
  return notes;
}

function writeLocal(uid: string, notes: readonly SavedNote[]): void {
  // What an older version has not sent is taken over before.
  const { outbox } = parse(personalStorage(uid).get(KEY));
  personalStorage(uid).set(KEY, JSON.stringify(outbox.length > 0 ? { notes, outbox } : notes));
  changed();
}

/** The server has it: into the list. */
export function confirmSaved(uid: string, note: SavedNote): void {
  writeLocal(uid, [...without(readLocal(uid), note.originalNoteId), note]);
}

/** Takes a note out, by the id of the note it is a copy of. */
export function dropLocal(uid: string, originalNoteId: string): void {
  writeLocal(uid, without(readLocal(uid), originalNoteId));
}

const without = (notes: readonly SavedNote[], originalNoteId: string) =>
  notes.filter((each) => each.originalNoteId !== originalNoteId);

/** Remembers the server's list. */
export function rememberServerList(uid: string, notes: readonly SavedNote[]): void {
  writeLocal(uid, notes);
}

/** What an older version kept to be sent later. */
export function oldOutbox(uid: string): readonly SavedNote[] {
  return parse(personalStorage(uid).get(KEY)).outbox;
}

/** It is in the outbox of this version. */
export function forgetOldOutbox(uid: string): void {
  personalStorage(uid).set(KEY, JSON.stringify(readLocal(uid)));
  changed();
}

function guestStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined; // Closed by the browser's settings.
  }
}

/** Ids of notes that were kept without an account on this device. */
export function guestNoteIds(): string[] {
  const { notes, outbox } = parse(guestStorage()?.getItem(GUEST_KEY) ?? undefined);
  return [...new Set([...notes, ...outbox].map((note) => note.originalNoteId ?? note.id))];
}

/** The guest's notes were moved or are not wanted. */
export function forgetGuestNotes(): void {
  guestStorage()?.removeItem(GUEST_KEY);
  changed();
}
