import { userStorage } from "@/lib/browser/storage";
import { session } from "@/session/session";
import type { BlockPlace } from "../note-view";

/**
 * Storage key of the exact position in the note that was last read as text. The resume position is a height on a page;
 * in a page with columns, several blocks are at this height.
 */
const KEY = "text-place";

/** Stores the place. Does nothing after sign-out, which removed everything of the user. */
export function rememberBlock(uid: string, noteId: string, place: BlockPlace | undefined): void {
  if (session.state().me?.uid !== uid) return;
  const storage = userStorage(uid);
  if (place) storage.set(KEY, [noteId, place.page, place.block, place.above.toFixed(3)].join(" "));
  else storage.remove(KEY);
}

export function lastBlock(uid: string, noteId: string): BlockPlace | undefined {
  const [id, ...numbers] = userStorage(uid).get(KEY)?.split(" ") ?? [];
  const [page = Number.NaN, block = Number.NaN, above = Number.NaN] = numbers.map(Number);
  return id === noteId && page > 0 && block >= 0 && above >= 0 ? { page, block, above } : undefined;
}
