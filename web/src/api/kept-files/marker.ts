import { personalStorage } from "@/lib/storage";

/** Said at once and without a database, so that who keeps nothing pays for nothing. */
const KEY = "keeps-files";

/** Whether this person keeps files on this device. */
export const keepsFiles = (uid: string): boolean => personalStorage(uid).get(KEY) !== undefined;

export function markKeeping(uid: string, isKeeping: boolean): void {
  if (isKeeping) personalStorage(uid).set(KEY, "1");
  else personalStorage(uid).remove(KEY);
}
