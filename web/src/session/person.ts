import type { Me } from "@/api/models";
import { personalStorage, storedFor } from "@/lib/browser/storage";

/**
 * Who was signed in on this device last, so that what is kept here can be shown without a server. It opens nothing: it
 * holds no token, and no right of an administrator.
 */
const KEY = "me";

/** Remembers the person until they sign out. */
export function rememberPerson(me: Me): void {
  personalStorage(me.uid).set(KEY, JSON.stringify({ ...me, isAdmin: false }));
}

/** The person, if one is remembered. */
export function rememberedPerson(): Me | undefined {
  for (const uid of storedFor(KEY)) {
    try {
      const me: unknown = JSON.parse(personalStorage(uid).get(KEY) ?? "");
      if (typeof me === "object" && me !== null && "uid" in me && me.uid === uid) return me as Me;
    } catch {
      // Cut off: nobody.
    }
  }
  return undefined;
}
