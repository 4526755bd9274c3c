/**
 * Marker that this browser may hold a refresh cookie, which scripts cannot see. Without the marker, a visitor's first
 * page would start with a request that must fail. `public/first-paint.js` also reads it to show the right first frame.
 */
const HINT_KEY = "nn:session";

const LOCK = "note-ninja session";

/**
 * Timeout of a token renewal, in milliseconds. While a renewal runs, it holds the lock, so no other tab can renew. The
 * user pool accepts the previous token for another minute, so if a response is lost, the next attempt is still in time.
 */
export const REFRESH_TIMEOUT_MS = 20_000;

/** Value of the marker on a shared computer, where no personal data may be stored beyond the session. */
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

/** Runs work under a lock across all tabs: each renewal replaces the refresh token, so only one may run at a time. */
export async function withSessionLock<Result>(work: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}
