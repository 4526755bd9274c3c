/** Tells whether API requests are pending: `is` returns true while any is. */
interface QueryActivity {
  is: () => boolean;
  /** Calls the listener when `is` may have changed. Returns the unsubscribe function. */
  watch: (listener: () => void) => () => void;
}

/** Maximum wait for responses in milliseconds. */
const IDLE_WAIT_MS = 10_000;

let queryActivity: QueryActivity | undefined;

export function setQueryActivity(by: QueryActivity): void {
  queryActivity = by;
}

/** Resolves when no requests are pending, after at most `IDLE_WAIT_MS`. */
export function whenQueriesIdle(): Promise<void> {
  const by = queryActivity;
  if (!by?.is()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, IDLE_WAIT_MS);
    const stop = by.watch(() => !by.is() && end());
  });
}

/** Time in milliseconds to wait after a response, because rendering it may start further requests. */
const QUIET_MS = 100;

/** Time in milliseconds after which the browser's idle callback runs even if the page is busy. */
const IDLE_TIMEOUT_MS = 5_000;

async function idle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  if (typeof requestIdleCallback !== "function") return;
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS }));
}

/**
 * Resolves when no requests are pending and the page is idle, for work that can wait. Idle time alone is not enough: a
 * page that waits for responses is idle too, and its connection is in use.
 */
export async function whenPageIdle(): Promise<void> {
  const untilMs = Date.now() + IDLE_WAIT_MS;
  await idle();
  while (queryActivity?.is() && Date.now() < untilMs) {
    await whenQueriesIdle();
    await idle();
  }
}
