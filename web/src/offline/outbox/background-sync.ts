import { api, setTokenSource, unwrap } from "@/api/client";
import { ApiProblem } from "@/api/problem";
import { withTimeout } from "@/lib/time/with-timeout";
import { REFRESH_TIMEOUT_MS, withSessionLock } from "@/session/session-hint";
import { storeAcknowledgedFor } from "./acknowledged";
import { type DeliveryContext, sendAndStoreOutcome } from "./deliver";
import { type Entry, serialQueueKeyOf } from "./kinds/kinds";
import { outboxChannel, toRejection } from "./outbox-channel";
import { fitsBatch, hasNoResponse, requeueInFlight, SENDER_LOCK, sendableEntries } from "./retry-policy";
import { type OutboxStore, openOutbox, usersWithOutbox } from "./store";

/** Sends unsent changes in the service worker after all pages are closed. */

/** Session of the service worker, created from the page's cookie. */
interface WorkerSession {
  uid: string;
  token: string;
}

let workerSession: WorkerSession | undefined;

/** Refreshes the session. Returns `undefined` if it has expired; the next page handles that. */
async function begin(): Promise<WorkerSession | undefined> {
  try {
    const { accessToken, me } = await withSessionLock(() =>
      withTimeout(REFRESH_TIMEOUT_MS, (signal) => unwrap(api.POST("/api/auth/refresh", { signal }))),
    );
    workerSession = { uid: me.uid, token: accessToken };
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 401)) throw error;
    workerSession = undefined;
  }
  return workerSession;
}

setTokenSource({
  current: async () => workerSession?.token,
  // The token was just created, so it needs no renewal.
  renew: async () => undefined,
  awaitPendingSignOut: async () => undefined,
  owner: () => workerSession?.uid,
});

/**
 * Sends the unsent changes of the signed-in user. Does nothing while a page holds the lock.
 *
 * @throws if changes remain that may work later, so that the browser repeats the sync event.
 */
export async function flushOutboxInBackground(): Promise<void> {
  await navigator.locks.request(SENDER_LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock || (await usersWithOutbox()).length === 0) return;
    const session = await begin();
    // Changes of other users wait for their owner.
    if (!session || !(await usersWithOutbox()).includes(session.uid)) return;
    const store = openOutbox(session.uid);
    try {
      await sendAll(store, session.uid);
    } finally {
      workerSession = undefined;
      store.close();
    }
  });
}

async function sendAll(store: OutboxStore, uid: string): Promise<void> {
  await requeueInFlight(store);
  const failedQueues = new Set<string>();
  const sender = senderOf(store, uid);
  for (;;) {
    const next = nextOf((await store.read()).entries, failedQueues);
    const [first] = next;
    if (!first) break;
    const error = await sendAndStoreOutcome(sender, next);
    if (error === undefined) continue;
    if (hasNoResponse(error)) throw error;
    failedQueues.add(serialQueueKeyOf(first.change));
  }
  if (failedQueues.size > 0) throw new Error("The server could not take all of it yet.");
}

/** Returns the first entry that can be sent, with those that fit into the same request. */
function nextOf(entries: readonly Entry[], failedQueues: ReadonlySet<string>): Entry[] {
  const next: Entry[] = [];
  for (const entry of sendableEntries(entries, (queueKey) => failedQueues.has(queueKey))) {
    const [first] = next;
    if (!first) next.push(entry);
    else if (serialQueueKeyOf(entry.change) === serialQueueKeyOf(first.change) && fitsBatch(entry, next))
      next.push(entry);
  }
  return next;
}

const senderOf = (store: OutboxStore, uid: string): DeliveryContext => ({
  store,
  storeSent: (change) => storeAcknowledgedFor(uid, change),
  onConfirmed: (entry, result) => outboxChannel.send({ type: "sent", uid, entry, result }),
  async onRejected(entry, rejected, problem) {
    await store.update(entry.seq, () => rejected);
    if (rejected) outboxChannel.send({ type: "rejected", uid, entry: rejected, rejection: toRejection(problem) });
  },
  onChanged: async () => outboxChannel.send({ type: "changed", uid }),
});
