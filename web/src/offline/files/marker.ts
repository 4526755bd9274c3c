import { personalStorage } from "@/lib/browser/storage";
import { cacheOf } from "./addresses";

/** Said at once and without a database, so that who keeps nothing pays for nothing. */
const KEY = "keeps-files";

/** Whether this person keeps files on this device. */
export const keepsFiles = (uid: string): boolean => personalStorage(uid).get(KEY) !== undefined;

/**
 * The same by what lies there: somebody else who signed in has wiped the mark, and the files wait for their owner. The mark
 * is there again afterwards.
 */
export async function findsFiles(uid: string): Promise<boolean> {
  if (!keepsFiles(uid) && typeof caches !== "undefined") markKeeping(uid, await caches.has(cacheOf(uid)));
  return keepsFiles(uid);
}

export function markKeeping(uid: string, isKeeping: boolean): void {
  if (isKeeping) personalStorage(uid).set(KEY, "1");
  else personalStorage(uid).remove(KEY);
}
