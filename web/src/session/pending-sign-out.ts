/**
 * Marker of a sign-out that the server has not confirmed. It stays on this device until then, so that no page continues
 * with the old session, not even a reloaded page or one that missed the message to other tabs.
 */
const KEY = "nn:owed-sign-out";

/** Marker of this page. Used if storage is unavailable. */
let isPendingHere = false;

export const pendingSignOut = {
  isPending(): boolean {
    try {
      return isPendingHere || localStorage.getItem(KEY) !== null;
    } catch {
      return isPendingHere;
    }
  },
  set(): void {
    isPendingHere = true;
    try {
      localStorage.setItem(KEY, "1");
    } catch {
      // Storage is full or unavailable.
    }
  },
  clear(): void {
    isPendingHere = false;
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Storage is unavailable.
    }
  },
};
