import { userStorage } from "@/lib/browser/storage";
import { cacheName } from "./cache-keys";

/** Local storage key. It can be read synchronously, so users without offline copies never open a database. */
const KEY = "keeps-files";

export const hasOfflineFiles = (uid: string): boolean => userStorage(uid).get(KEY) !== undefined;

/**
 * Checks the marker and, if it is missing, the cache. When another user signs in, the marker is deleted but not the
 * files; this restores the marker.
 */
export async function detectOfflineFiles(uid: string): Promise<boolean> {
  if (!hasOfflineFiles(uid) && typeof caches !== "undefined") setHasOfflineFiles(uid, await caches.has(cacheName(uid)));
  return hasOfflineFiles(uid);
}

export function setHasOfflineFiles(uid: string, hasFiles: boolean): void {
  if (hasFiles) userStorage(uid).set(KEY, "1");
  else userStorage(uid).remove(KEY);
}
