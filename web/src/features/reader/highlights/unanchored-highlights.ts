import { userStorage } from "@/lib/browser/storage";

/**
 * Storage key of the highlights whose quotes are not in a file. They are stored because the search reads the whole
 * file, which must not happen each time the note is opened. Increase the number when the search improves.
 */
const keyOf = (sha256: string) => `lost highlights 1 ${sha256}`;

export function readUnanchored(uid: string, sha256: string): Set<string> {
  return new Set(userStorage(uid).get(keyOf(sha256))?.split(" "));
}

export function recordUnanchored(uid: string, sha256: string, id: string): void {
  userStorage(uid).set(keyOf(sha256), [...readUnanchored(uid, sha256).add(id)].join(" "));
}
