import { session } from "@/session/session";
import { currentOfflineCache } from "../cache/query-persister";
import { storeAcknowledged } from "./acknowledged";
import { requestBackgroundSync } from "./background-sync-tag";
import { type DeliveryContext, sendAndStoreOutcome } from "./deliver";
import { type Entry, kindOf, serialQueueKeyOf } from "./kinds/kinds";
import { outbox, senderPort } from "./queue";
import { fitsBatch, hasNoResponse, requeueInFlight, SENDER_LOCK, sendableEntries } from "./retry-policy";
import type { OutboxStore } from "./store";

/** Maximum number of serial queues that are sent in parallel. */
const MAX_CONCURRENT_QUEUES = 4;

/** Backoff in milliseconds while the server does not respond. The last value repeats. */
const BACKOFF_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** Maximum backoff in milliseconds while an offline page is visible. */
const VISIBLE_BACKOFF_MS = 2000;

let working: Promise<void> | undefined;
let isRequested = false;
/** True if something indicates, since the last attempt, that the server may be reachable again. */
let isRetryRequested = false;
let attempts = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let batchTimer: ReturnType<typeof setTimeout> | undefined;
let wakeRound: () => void = () => undefined;

/** Sends waiting changes in order until no more can be sent now. Never rejects. */
export function drain(): Promise<void> {
  isRequested = true;
  wakeRound();
  working ??= underLock(work)
    .catch((error: unknown) => console.warn("What waits could not be sent.", error))
    .finally(() => {
      working = undefined;
      if (isRequested || isRetryRequested) void drain();
    });
  return working;
}

async function underLock(work: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(SENDER_LOCK, work) : work());
}

async function work(): Promise<void> {
  const owner = senderPort.owner();
  if (!owner) {
    isRequested = false;
    isRetryRequested = false;
    return;
  }
  await requeueInFlight(owner.store);
  let round: Round | undefined;
  while (isRequested || isRetryRequested) {
    isRequested = false;
    isRetryRequested = false;
    round = new Round(owner.store);
    await round.run();
  }
  if (round?.hasFailed) scheduleRetry(round.isUnreachable);
  else attempts = 0;
}

/** Schedules another attempt with backoff. The delay stays short while the user looks at an offline page. */
function scheduleRetry(isUnreachable = false): void {
  if (timer !== undefined) return;
  if (attempts === 0) requestBackgroundSync();
  const again = () => {
    timer = undefined;
    void drain();
  };
  const pause = BACKOFF_MS[Math.min(attempts, BACKOFF_MS.length - 1)] ?? 0;
  const usesShortBackoff = isUnreachable && document.visibilityState === "visible";
  timer = setTimeout(again, usesShortBackoff ? Math.min(pause, VISIBLE_BACKOFF_MS) : pause);
  attempts += 1;
}

/** Retries at once and resets the backoff, because the server may be reachable again. */
function retryNow(): void {
  clearTimeout(timer);
  timer = undefined;
  attempts = 0;
  isRetryRequested = true;
  void drain();
}

/** Sends new changes at once. Deferred changes wait for their backoff. */
function sendNew(): void {
  const waiting = outbox.get().entries.filter(({ state }) => state !== "rejected");
  if (waiting.some(({ isDeferred, state }) => state === "waiting" && !isDeferred)) void drain();
  else if (waiting.length > 0 && working === undefined) scheduleRetry();
}

/** Returns false while the server has not confirmed a session that was restored offline. */
function isConfirmed(): boolean {
  const state = session.state();
  return state.status !== "signed-in" || !state.isOfflineSession;
}

/** Calls `onConfirmed` when the server confirms a session that was restored offline. Returns the unsubscribe function. */
function whenConfirmed(onConfirmed: () => void): () => void {
  let was = isConfirmed();
  return session.watch(() => {
    const is = isConfirmed();
    if (is && !was) onConfirmed();
    was = is;
  });
}

/** Starts sending: at once, and on every event after which the server may be reachable. Returns the stop function. */
export function startSending(): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  signal.addEventListener("abort", senderPort.onWake(sendNew));
  signal.addEventListener("abort", () => clearTimeout(timer));
  signal.addEventListener("abort", () => clearTimeout(batchTimer));
  const onOnline = () => {
    // After a reconnect, send every change without delay.
    void outbox.flushBatches();
    retryNow();
  };
  window.addEventListener("online", onOnline, { signal });
  window.addEventListener("focus", retryNow, { signal });
  const onShownOrHidden = () => {
    if (document.visibilityState === "visible") retryNow();
    else if (outbox.get().entries.some(({ state }) => state !== "rejected")) requestBackgroundSync();
  };
  document.addEventListener("visibilitychange", onShownOrHidden, { signal });
  signal.addEventListener("abort", whenConfirmed(retryNow));
  // The previous page is closed, so no more changes can join its batches. Send them at once.
  void outbox.flushBatches();
  retryNow();
  return () => stopping.abort();
}

/** Returns true while a change waits for later ones. Schedules the next attempt for the end of the wait. */
function isBatching({ change, isDeferred }: Entry): boolean {
  const { batching } = kindOf(change);
  // Offline, waiting saves no request, so the change is sent as soon as possible.
  if (!batching || isDeferred || !isConfirmed()) return false;
  const leftMs = batching.untilMs(change) - Date.now();
  if (leftMs <= 0) return false;
  clearTimeout(batchTimer);
  batchTimer = setTimeout(() => void drain(), leftMs);
  return true;
}

class Round {
  readonly #store: OutboxStore;
  readonly #busy = new Map<string, Promise<void>>();
  /** Serial queues whose first change failed and must be retried. */
  readonly #failedQueues = new Set<string>();
  isUnreachable = !navigator.onLine;

  constructor(store: OutboxStore) {
    this.#store = store;
  }

  get hasFailed(): boolean {
    return this.isUnreachable || this.#failedQueues.size > 0;
  }

  async run(): Promise<void> {
    for (;;) {
      const { entries } = await this.#store.read();
      if (senderPort.owner()?.store !== this.#store) return;
      if (this.isUnreachable) await this.#deferAll(entries);
      else for (const [queueKey, next] of this.#next(entries)) this.#begin(queueKey, next);
      if (this.#busy.size === 0) return;
      if (isRequested) {
        isRequested = false;
        continue;
      }
      const woken = new Promise<void>((resolve) => {
        wakeRound = resolve;
      });
      await Promise.race([...this.#busy.values(), woken]);
      isRequested = false;
    }
  }

  /** Marks waiting entries as deferred, so that their callers stop waiting. */
  async #deferAll(entries: readonly Entry[]): Promise<void> {
    if (!entries.some(({ state, isDeferred }) => state === "waiting" && !isDeferred)) return;
    await this.#store.updateAll((entry) =>
      entry.state === "waiting" && !entry.isDeferred ? { ...entry, isDeferred: true } : entry,
    );
    await senderPort.changed();
  }

  /** Returns the next entries of each free serial queue: one change, or all that fit into one request. */
  #next(entries: readonly Entry[]): Map<string, Entry[]> {
    const next = new Map<string, Entry[]>();
    for (const entry of sendableEntries(
      entries,
      (queueKey) => this.#busy.has(queueKey) || this.#failedQueues.has(queueKey),
    )) {
      const queueKey = serialQueueKeyOf(entry.change);
      const before = next.get(queueKey);
      if (before && !fitsBatch(entry, before)) continue;
      if (isBatching(entry)) continue;
      if (before) before.push(entry);
      else if (next.size + this.#busy.size < MAX_CONCURRENT_QUEUES) next.set(queueKey, [entry]);
    }
    return next;
  }

  #begin(queueKey: string, entries: readonly Entry[]): void {
    const sending = this.#send(queueKey, entries)
      .catch((error: unknown) => {
        console.warn("A change could not be sent.", error);
        this.#failedQueues.add(queueKey);
      })
      .finally(() => this.#busy.delete(queueKey));
    this.#busy.set(queueKey, sending);
  }

  async #send(queueKey: string, entries: readonly Entry[]): Promise<void> {
    const error = await sendAndStoreOutcome(senderOf(this.#store), entries);
    if (error === undefined) attempts = 0;
    else if (hasNoResponse(error)) this.isUnreachable = true;
    else this.#failedQueues.add(queueKey);
  }
}

const senderOf = (store: OutboxStore): DeliveryContext => ({
  store,
  storeSent: (change) => storeAcknowledged(currentOfflineCache(), change),
  onConfirmed: senderPort.reportSent,
  async onRejected(entry, rejected, problem) {
    console.warn("A change was refused.", problem);
    // If a caller waits for the outcome, it reports the rejection itself. Otherwise the entry waits for the user's
    // decision.
    if (!rejected || !senderPort.isAwaited(entry.id)) await store.update(entry.seq, () => rejected);
    if (rejected) senderPort.reportRejected(rejected, problem);
  },
  onChanged: senderPort.changed,
});
