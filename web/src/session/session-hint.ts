/**
 * Remembers that this browser may hold a refresh cookie, which scripts cannot see. Without it a visitor's first page would
 * start with a request that can only be refused. `public/first-paint.js` reads it too, to draw the right frame.
 */
const HINT_KEY = "nn:session";

const LOCK = "note-ninja session";

/**
 * A renewal without an answer is given up after this, in milliseconds: nobody else may renew meanwhile. The user pool takes
 * the token of before once more for a minute, so the next try is in time for an answer that was lost on its way.
 */
export const REFRESH_MS = 20_000;

/** On a computer that others use, too: nothing of the person may be kept beyond the session. */
const SHARED = "shared";

/** Notes whether there is a session. */
export function rememberSession(present: boolean, isShared = false): void {
  try {
    if (present) localStorage.setItem(HINT_KEY, isShared ? SHARED : "1");
    else localStorage.removeItem(HINT_KEY);
  } catch {
    // Storage is closed: the session lasts as long as the page.
  }
}

/** Whether there may be a session. */
export function mayHaveSession(): boolean {
  try {
    return localStorage.getItem(HINT_KEY) !== null;
  } catch {
    return true;
  }
}

/** Whether the person said that others use this computer. */
export function isOnSharedComputer(): boolean {
  try {
    return localStorage.getItem(HINT_KEY) === SHARED;
  } catch {
    return true;
  }
}

/** One at a time, across all tabs: the refresh token is replaced at each use. */
export async function underSessionLock<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}
