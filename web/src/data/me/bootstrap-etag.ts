import { userStorage, usersWithKey } from "@/lib/browser/storage";

/**
 * ETag of the cached bootstrap response (`bootstrap.ts`): its format version, the version of My Notes, and a hash of
 * the rest, as in `"1.12.9f86d081884c7d65"`.
 */
const ETAG_KEY = "start";

/** Path of the bootstrap request. */
export const BOOTSTRAP_PATH = "/api/me/start";

/** Storage entries that must exist for a `304 Not Modified` response. */
const REQUIRED_KEYS = ["likes", "saved"] as const;

/** Returns the ETag to send, if this device still has all the data that it covers. */
export function storedETag(uid: string): string | undefined {
  const storage = userStorage(uid);
  return REQUIRED_KEYS.every((key) => storage.get(key) !== undefined) ? storage.get(ETAG_KEY) : undefined;
}

/** Returns the user whose response is stored on this device, before the session is known. */
export function bootstrapUser(): string | undefined {
  return usersWithKey(ETAG_KEY)[0];
}

/** Stores the ETag after all parts of the response were stored. */
export function storeETag(uid: string, tag: string): void {
  userStorage(uid).set(ETAG_KEY, tag);
}

/**
 * Removes from the ETag the hash of the data other than My Notes, because this device has changed that data. If the
 * change were undone later, the server's hash would match again although this device has other data. The version of My
 * Notes only grows, so it stays.
 */
export function invalidateETag(uid: string): void {
  const storage = userStorage(uid);
  const tag = storage.get(ETAG_KEY);
  if (tag) storage.set(ETAG_KEY, tag.replace(/[^.]*"$/, '"'));
}
