/**
 * Marks that this browser may hold a refresh cookie, which scripts cannot see. Without the mark, a visitor's first page
 * would start with a request that must fail. `public/first-paint.js` also reads it to draw the right frame.
 */
const HINT_KEY = "nn:session";

const LOCK = "note-ninja session";

/**
 * Timeout of a token renewal, in milliseconds. It holds the lock, so no other tab can renew. The user pool accepts the
 * previous token for another minute, so the next attempt is in time if a response was lost.
 */
export const REFRESH_TIMEOUT_MS = 20_000;

/** Value on a shared computer: no personal data may be stored beyond the session. */
const SHARED = "shared";

/** Stores whether there is a session. */
export function setSessionHint(present: boolean, isShared = false): void {
  try {
    if (present) localStorage.setItem(HINT_KEY, isShared ? SHARED : "1");
    else localStorage.removeItem(HINT_KEY);
  } catch {
    // Storage is unavailable: the session lasts as long as the page.
  }
}

/** Whether there may be a session. */
export function hasSessionHint(): boolean {
  try {
    return localStorage.getItem(HINT_KEY) !== null;
  } catch {
    return true;
  }
}

/** Whether the user marked this computer as shared. */
export function isOnSharedComputer(): boolean {
  try {
    return localStorage.getItem(HINT_KEY) === SHARED;
  } catch {
    return true;
  }
}

/** Runs work under a lock across all tabs, because each use replaces the refresh token. */
export async function withSessionLock<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}
