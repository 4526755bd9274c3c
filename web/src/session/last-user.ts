import type { Me } from "@/api/models";
import { userStorage, usersWithKey } from "@/lib/browser/storage";

/**
 * The last signed-in user of this device, so that local data can be shown offline. It grants no access: it contains no
 * token and no administrator rights.
 */
const KEY = "me";

/** Stores the user until sign-out. */
export function saveLastUser(me: Me): void {
  userStorage(me.uid).set(KEY, JSON.stringify({ ...me, isAdmin: false }));
}

/** Returns the stored user, if any. */
export function lastUser(): Me | undefined {
  for (const uid of usersWithKey(KEY)) {
    try {
      const me: unknown = JSON.parse(userStorage(uid).get(KEY) ?? "");
      if (typeof me === "object" && me !== null && "uid" in me && me.uid === uid) return me as Me;
    } catch {
      // The entry is truncated, so it counts as missing.
    }
  }
  return undefined;
}
