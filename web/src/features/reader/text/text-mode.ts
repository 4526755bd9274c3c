import { userStorage } from "@/lib/browser/storage";

/** View in which the reader shows a note. */
export type ReaderMode = "page" | "text";

/** Storage key of the notes that are shown as text: their ids, the latest choice last. */
const KEY = "text-view";

/** Maximum number of notes whose choice is remembered. */
const REMEMBERED_NOTES = 500;

const notesIn = (uid: string) => userStorage(uid).get(KEY)?.split(" ").filter(Boolean) ?? [];

/** Returns the mode in which the student last read a note on this device. */
export function readerMode(uid: string, noteId: string): ReaderMode {
  return notesIn(uid).includes(noteId) ? "text" : "page";
}

export function rememberReaderMode(uid: string, noteId: string, mode: ReaderMode): void {
  const others = notesIn(uid).filter((id) => id !== noteId);
  const notes = mode === "text" ? [...others, noteId] : others;
  userStorage(uid).set(KEY, notes.slice(-REMEMBERED_NOTES).join(" "));
}
