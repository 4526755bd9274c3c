import { ApiProblem, problemText } from "@/api/problem";
import { withTimeout } from "@/lib/time/with-timeout";
import { type Change, type ChangeResult, type Entry, entityKeyOf, kindOf, serialQueueKeyOf } from "./kinds/kinds";
import type { OutboxStore } from "./store";

/**
 * Lock that permits one sender at a time. This module has the rules for sending changes, shared by the page and the
 * service worker.
 */
export const SENDER_LOCK = "note-ninja outbox";

/** Request timeout in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000;

export const hasNoResponse = (error: unknown) => !(error instanceof ApiProblem) || error.status === 0;

/**
 * Returns true if a failed change should be retried. Network errors are always retried. A server error counts as a
 * rejection while the caller waits for the response, so that the user sees it at once; once the change is deferred, it
 * is retried.
 */
export function isRetryable({ change, isDeferred }: Entry, error: unknown): boolean {
  if (!(error instanceof ApiProblem) || error.status === 0 || error.status === 401) return true;
  const isServerError = error.status >= 500 || error.status === 429;
  return isServerError && (isDeferred || kindOf(change).isRetried?.(change, error) === true);
}

export const withRequestTimeout = <T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  withTimeout(REQUEST_TIMEOUT_MS, request);

/** Marks the entries that a stopped sender was sending as waiting, because their outcome is unknown. */
export const requeueInFlight = (store: OutboxStore): Promise<void> =>
  store.updateAll((entry) =>
    entry.state === "sending" ? { ...entry, state: "waiting", attempts: entry.attempts + 1, isDeferred: true } : entry,
  );

/** Yields the waiting entries of free serial queues, in order. */
export function* sendableEntries(entries: readonly Entry[], isBusy: (queueKey: string) => boolean): Generator<Entry> {
  const notCreated = new Set(
    entries.flatMap(({ state, change }) =>
      state === "rejected" && kindOf(change).isCreation ? entityKeyOf(change) : [],
    ),
  );
  for (const entry of entries) {
    if (entry.state !== "waiting" || isBusy(serialQueueKeyOf(entry.change))) continue;
    // Changes of an item wait while its creation is rejected.
    if (notCreated.has(entityKeyOf(entry.change))) continue;
    yield entry;
  }
}

/** Returns true if a change fits into one request with those before it in its serial queue. */
export const fitsBatch = ({ change }: Entry, before: readonly Entry[]): boolean =>
  before.length < (kindOf(change).batch?.max ?? 1);

/** Returns true if the change was not sent at once. */
export const wasDeferred = ({ isDeferred, attempts }: Entry): boolean => isDeferred || attempts > 0;

/** Removes a confirmed entry. Returns true if other entries or ids in the outbox changed too. */
export async function acknowledge(store: OutboxStore, { change, seq }: Entry, result: ChangeResult): Promise<boolean> {
  const { rewrite, alias } = kindOf(change).confirmed?.(change, result) ?? {};
  const isSame = (other: Change) => entityKeyOf(other) === entityKeyOf(change);
  return store.confirm(seq, rewrite && ((other) => (isSame(other) ? rewrite(other) : other)), alias);
}

/** Marks the entry for another attempt. */
export const requeue = (store: OutboxStore, { seq }: Entry): Promise<Entry | undefined> =>
  store.update(seq, (each) => ({ ...each, state: "waiting", attempts: each.attempts + 1, isDeferred: true }));

/** Returns the entry marked as rejected, or `undefined` if the user cannot correct it. */
export function toRejected(entry: Entry, problem: ApiProblem): Entry | undefined {
  if (kindOf(entry.change).isDroppedWhenRejected) return undefined;
  return { ...entry, state: "rejected", problem: problemText(problem), isNotFound: problem.status === 404 };
}
