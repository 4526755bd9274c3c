/**
 * A sign-out that the server has not confirmed. The mark stays on this device until it has, so that no page goes on with
 * the session of before: also one that is loaded again, or that missed what the other pages were told.
 */
const KEY = "nn:owed-sign-out";

/** Where storage is closed, the debt lasts as long as the page. */
let isOwedHere = false;

export const owedSignOut = {
  is(): boolean {
    try {
      return isOwedHere || localStorage.getItem(KEY) !== null;
    } catch {
      return isOwedHere;
    }
  },
  owe(): void {
    isOwedHere = true;
    try {
      localStorage.setItem(KEY, "1");
    } catch {
      // Full or closed.
    }
  },
  settled(): void {
    isOwedHere = false;
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Closed.
    }
  },
};
