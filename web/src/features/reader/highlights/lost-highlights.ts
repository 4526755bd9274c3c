import { personalStorage } from "@/lib/browser/storage";

/**
 * Highlights whose words are not in a file, as far as this device has searched it: a search reads the whole file, which must
 * not happen each time the note is opened. The number counts up when the search finds more.
 */
const keyOf = (sha256: string) => `lost highlights 1 ${sha256}`;

/** Returns the ids of highlights that were not found in a file. */
export function lostIn(uid: string, sha256: string): Set<string> {
  return new Set(personalStorage(uid).get(keyOf(sha256))?.split(" "));
}

/** Remembers that a highlight was not found in a file. */
export function rememberLost(uid: string, sha256: string, id: string): void {
  personalStorage(uid).set(keyOf(sha256), [...lostIn(uid, sha256).add(id)].join(" "));
}
