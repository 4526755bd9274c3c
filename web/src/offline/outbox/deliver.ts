import type { ApiProblem } from "@/api/problem";
import { type Change, type ChangeResult, type Entry, kindOf } from "./kinds/kinds";
import { send, sendBatch } from "./kinds/send";
import { acknowledge, isRetryable, requeue, toRejected, wasDeferred, withRequestTimeout } from "./retry-policy";
import type { OutboxStore } from "./store";

/** Callbacks and state for sending changes. The page and its service worker implement it. */
export interface DeliveryContext {
  store: OutboxStore;
  /** Stores a confirmed change that the cached responses do not contain, before it leaves the outbox. */
  storeSent(change: Change): Promise<void>;
  onConfirmed(entry: Entry, result: ChangeResult): void;
  /** `rejected` is the entry to keep for the user's decision, or `undefined` if the user cannot correct it. */
  onRejected(entry: Entry, rejected: Entry | undefined, problem: ApiProblem): Promise<void>;
  /** Called after any change of the outbox except the removal of confirmed entries. */
  onChanged(): Promise<void>;
}

/**
 * Sends changes of one serial queue in one request and stores the outcome. Returns the error if the changes must be
 * retried. If a batch is rejected, sends each change separately, because the response does not name the rejected one.
 */
export async function sendAndStoreOutcome(sender: DeliveryContext, waiting: readonly Entry[]): Promise<unknown> {
  const { store } = sender;
  const entries: Entry[] = [];
  for (const { seq } of waiting) {
    // The entry may have been merged or removed since it was read.
    const entry = await store.update(seq, (each) => ({ ...each, state: "sending" }));
    if (entry) entries.push(entry);
  }
  const [first, ...more] = entries;
  if (!first) return undefined;
  let results: readonly ChangeResult[];
  try {
    results = await withRequestTimeout((signal) =>
      more.length > 0
        ? sendBatch(
            entries.map(({ change }) => change),
            signal,
          )
        : Promise.all([send(first.change, { signal, isQueued: wasDeferred(first) })]),
    );
  } catch (error) {
    if (entries.every((entry) => isRetryable(entry, error))) {
      for (const entry of entries) await requeue(store, entry);
      await sender.onChanged();
      return error;
    }
    if (more.length > 0) {
      let reason: unknown;
      for (const entry of entries) reason = (await sendAndStoreOutcome(sender, [entry])) ?? reason;
      return reason;
    }
    const problem = error as ApiProblem;
    await sender.onRejected(first, toRejected(first, problem), problem);
    await sender.onChanged();
    return undefined;
  }
  for (const [at, entry] of entries.entries()) await confirm(sender, entry, results[at]);
  return undefined;
}

async function confirm(sender: DeliveryContext, entry: Entry, result: ChangeResult): Promise<void> {
  if (kindOf(entry.change).isKeptUntilCached) await sender.storeSent(entry.change);
  const isChanged = await acknowledge(sender.store, entry, result);
  sender.onConfirmed(entry, result);
  if (isChanged) await sender.onChanged();
}
