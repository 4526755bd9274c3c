import { personalStorage } from "@/lib/storage";
import type { AnyNote, SavedNote } from "./models";

/**
 * The copy of My Notes on this device: what was added but has not reached the server yet (the outbox), and
 * what the server said last (so that the list is there at once, and offline). One entry a person; all of it
 * goes when they sign out.
 */

/** The entry among the things that this device keeps for one person. */
const KEY = "saved";
/** Notes kept by somebody who was not signed in, by an older version; only ever read. */
const GUEST_KEY = "nn:guest:saved";

/** What is kept for one person. */
interface LocalCollection {
  /** The server's list, as it was last seen. */
  notes: readonly SavedNote[];
  /** Added here, not yet on the server; oldest first. */
  outbox: readonly SavedNote[];
}

const empty: LocalCollection = { notes: [], outbox: [] };

function parse(text: string | undefined): LocalCollection {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
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

/** The server's list with what is still on its way: newest first, each note once. */
export function mergedNotes(server: readonly SavedNote[], outbox: readonly SavedNote[]): SavedNote[] {
  const known = new Set(server.map((note) => note.originalNoteId));
  return [...server, ...outbox.filter((note) => !known.has(note.originalNoteId))].sort((a, b) =>
    a.addedAt === b.addedAt ? b.id.localeCompare(a.id) : b.addedAt.localeCompare(a.addedAt),
  );
}

const listeners = new Set<() => void>();
/** Parsed collections by owner, so that a snapshot is the same object until something changes. */
const cache = new Map<string, { text: string | undefined; value: LocalCollection }>();

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

/** What this device keeps for `uid`. */
export function readLocal(uid: string): LocalCollection {
  const text = personalStorage(uid).get(KEY);
  const held = cache.get(uid);
  if (held && held.text === text) return held.value;
  const value = parse(text);
  cache.set(uid, { text, value });
  return value;
}

function writeLocal(uid: string, value: LocalCollection): void {
  const own = personalStorage(uid);
  const text = JSON.stringify(value);
  own.set(KEY, text);
  if (own.get(KEY) !== text) {
    // Full: the list is only a convenience, what is on its way is not.
    own.set(KEY, JSON.stringify({ notes: [], outbox: value.outbox }));
  }
  changed();
}

/** Puts a note into the outbox; the same note twice is one entry. */
export function addToOutbox(uid: string, note: SavedNote): void {
  const { notes, outbox } = readLocal(uid);
  if ([...notes, ...outbox].some((each) => each.originalNoteId === note.originalNoteId)) return;
  writeLocal(uid, { notes, outbox: [...outbox, note] });
}

/** The server has it: out of the outbox and into the list. */
export function confirmSaved(uid: string, note: SavedNote): void {
  const { notes, outbox } = readLocal(uid);
  const isOther = (each: SavedNote) => each.originalNoteId !== note.originalNoteId;
  writeLocal(uid, { notes: [...notes.filter(isOther), note], outbox: outbox.filter(isOther) });
}

/** Takes a note out of both, by the id of the note it is a copy of. */
export function dropLocal(uid: string, originalNoteId: string): void {
  const { notes, outbox } = readLocal(uid);
  const isOther = (each: SavedNote) => each.originalNoteId !== originalNoteId;
  writeLocal(uid, { notes: notes.filter(isOther), outbox: outbox.filter(isOther) });
}

/** Remembers the server's list. */
export function rememberServerList(uid: string, notes: readonly SavedNote[]): void {
  writeLocal(uid, { notes, outbox: readLocal(uid).outbox });
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
