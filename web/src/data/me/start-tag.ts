import { personalStorage, storedFor } from "@/lib/browser/storage";

/**
 * The tag of what this device has kept of the answer for a start (`start.ts`): the form of the answer, the edition of My
 * Notes, and a sum of all else, as in `"1.12.9f86d081884c7d65"`.
 */
const TAG = "start";

/** Where it is asked. */
export const START = "/api/me/start";

/** What this device must still have to go without what has not changed. */
const KEPT = ["likes", "saved"] as const;

/** The tag to ask with, as long as everything is there that it stands for. */
export function startTag(uid: string): string | undefined {
  const storage = personalStorage(uid);
  return KEPT.every((key) => storage.get(key) !== undefined) ? storage.get(TAG) : undefined;
}

/** Whose answer this device has kept, before anybody knows who is signed in. */
export function startKeptFor(): string | undefined {
  return storedFor(TAG)[0];
}

/** All of the answer with this tag is kept now. */
export function writeTag(uid: string, tag: string): void {
  personalStorage(uid).set(TAG, tag);
}

/**
 * What is kept beside My Notes was changed on this device: no answer must be 'the same', even if the server comes back to
 * what it was. The edition of My Notes stays, for it never comes back.
 */
export function changedTag(uid: string): void {
  const storage = personalStorage(uid);
  const tag = storage.get(TAG);
  if (tag) storage.set(TAG, tag.replace(/[^.]*"$/, '"'));
}
