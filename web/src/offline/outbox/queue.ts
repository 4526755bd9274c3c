import { useSyncExternalStore } from "react";
import { ApiProblem } from "@/api/problem";
import { discardPrefetched } from "@/lib/loading/prefetched-responses";
import { newUlid } from "@/lib/text/ulid";
import { createWatchers } from "@/lib/watchers";
import { session } from "@/session/session";
import { type Change, type ChangeResult, coalesce, type Entry, entityKeyOf, kindOf } from "./kinds/kinds";
import { type Message, outboxChannel, toRejection } from "./outbox-channel";
import { deleteOutbox, type OutboxState, type OutboxStore, openOutbox } from "./store";

/**
 * Unconfirmed changes of the signed-in user, synchronized across tabs. Screens apply them to the server's data;
 * `sender.ts` sends them.
 */

/** Result of a change for its caller. A rejected change throws `ApiProblem` instead. */
export type Outcome<C extends Change = Change> =
  | { status: "sent"; result: ChangeResult<C> }
  /** Stored on this device because it could not be sent at once. */
  | { status: "queued" }
  /** Obsolete, or replaced by a later change. */
  | { status: "coalesced" };

interface Waiter {
  resolve: (outcome: Outcome) => void;
  reject: (problem: ApiProblem) => void;
}

/**
 * Time in milliseconds to wait for the outcome of a change that has left the outbox. After that, it counts as
 * coalesced.
 */
const OUTCOME_TIMEOUT_MS = 2000;

const nothing: OutboxState = { entries: [], aliases: new Map() };
const watchers = createWatchers();
const confirmationListeners = createWatchers<[Change, ChangeResult]>();
const refusals = createWatchers<[ApiProblem]>();
const wakers = createWatchers();
const waiters = new Map<string, Waiter>();
/** Messages of other tabs, buffered until the user is known and a listener is registered. */
let bufferedMessages: Message[] = [];
/** Ids of finished entries. A read that is in progress may still return them. */
const done = new Set<string>();

let owner: { uid: string; store: OutboxStore } | undefined;
let stored: OutboxState = nothing;
/** Entries that are shown but not yet written to the database. */
let pendingWrites: readonly Entry[] = [];
let shown: OutboxState = nothing;

function publish(): void {
  let entries = stored.entries.filter(({ id }) => !done.has(id));
  for (const entry of pendingWrites) {
    const { drop, isNeeded, merged = entry.change } = coalesce(entries, entry.change);
    entries = [
      ...entries.filter(({ seq }) => !drop.includes(seq)),
      ...(isNeeded ? [{ ...entry, change: merged }] : []),
    ];
  }
  shown = { entries, aliases: stored.aliases };
  watchers.tell();
}

/** Reloads the entries. Never rejects: after a read error the previous entries stay. */
async function refresh(): Promise<void> {
  const of = owner;
  if (!of) return;
  try {
    const read = await of.store.read();
    if (owner !== of) return;
    stored = read;
  } catch (error) {
    console.warn("What waits to be sent could not be read.", error);
  }
  publish();
  for (const [id, waiter] of waiters) {
    const entry = shown.entries.find((each) => each.id === id);
    if (entry?.isDeferred) settle(id, ({ resolve }) => resolve({ status: "queued" }));
    else if (!entry) setTimeout(() => waiters.get(id) === waiter && settle(id, settleAsCoalesced), OUTCOME_TIMEOUT_MS);
  }
}

const settleAsCoalesced = ({ resolve }: Waiter) => resolve({ status: "coalesced" });

function settle(id: string, how: (waiter: Waiter) => void): boolean {
  const waiter = waiters.get(id);
  if (!waiter) return false;
  waiters.delete(id);
  how(waiter);
  return true;
}

/** Notifies the other tabs and the sender, and reloads the entries. */
async function changed(): Promise<void> {
  if (owner) outboxChannel.send({ type: "changed", uid: owner.uid });
  await refresh();
  wakers.tell();
}

/**
 * Time in milliseconds that a caller waits for the response. After that, the call resolves as `queued` if the change is
 * stored.
 */
const OUTCOME_WAIT_MS = 15_000;

/**
 * Adds a change: shows it at once, stores it, and sends it. Resolves when it was sent or is stored for later. Rejects
 * if the server rejects it at once, after the optimistic state was reverted. `onStored` is called, before the change is
 * sent, if the stored change outlives the page.
 */
export function enqueueChange<C extends Change>(change: C, onStored?: () => void): Promise<Outcome<C>> {
  const of = owner;
  if (!of) return Promise.reject(new Error("Nobody is signed in."));
  const id = newUlid();
  // Sorts after all stored entries. The database assigns the real number.
  const seq = Number.MAX_SAFE_INTEGER - 1_000_000 + pendingWrites.length;
  pendingWrites = [...pendingWrites, { seq, id, change, state: "waiting", attempts: 0, isDeferred: false }];
  const outcome = new Promise<Outcome>((resolve, reject) => waiters.set(id, { resolve, reject }));
  publish();
  void (async () => {
    try {
      const { dropped, isStored } = await of.store.add(id, change, false);
      if (of.store.isPersistent) onStored?.();
      for (const each of isStored ? dropped : [...dropped, id]) settle(each, settleAsCoalesced);
      // A change that waits for later ones resolves as soon as it is stored.
      if (isStored && kindOf(change).batching) settle(id, ({ resolve }) => resolve({ status: "queued" }));
      else if (isStored) setTimeout(() => settle(id, ({ resolve }) => resolve({ status: "queued" })), OUTCOME_WAIT_MS);
    } catch (error) {
      console.warn("A change could not be kept on this device.", error);
      const detail = "The change could not be saved on this device. Try again.";
      settle(id, ({ reject }) => reject(new ApiProblem({ code: "unavailable", status: 0, detail })));
    }
    await refresh();
    pendingWrites = pendingWrites.filter((entry) => entry.id !== id);
    publish();
    void changed();
  })();
  // The kind of the change determines the kind of its response.
  return outcome as Promise<Outcome<C>>;
}

/** Interface for `sender.ts`. */
export const senderPort = {
  owner: () => owner,
  changed,
  isAwaited: (id: string) => waiters.has(id),
  /** Reports a confirmed entry that was removed from the database. */
  reportSent(entry: Entry, result: ChangeResult): void {
    if (!owner) return;
    outboxChannel.send({ type: "sent", uid: owner.uid, entry, result });
    onSent(entry, result);
  },
  reportRejected(entry: Entry, problem: ApiProblem): void {
    if (!owner) return;
    outboxChannel.send({ type: "rejected", uid: owner.uid, entry, rejection: toRejection(problem) });
    onRejected(entry, problem);
  },
  /** Registers a callback for when there may be changes to send. */
  onWake: wakers.watch,
};

function onSent(entry: Entry, result: ChangeResult): void {
  done.add(entry.id);
  discardPrefetched();
  confirmationListeners.tell(entry.change, result);
  publish();
  settle(entry.id, ({ resolve }) => resolve({ status: "sent", result }));
}

/**
 * Rejects the promise of a caller that still waits and removes the entry. Otherwise the entry stays for the user's
 * decision.
 */
function onRejected(entry: Entry, problem: ApiProblem): void {
  refusals.tell(problem);
  if (!waiters.has(entry.id)) return;
  done.add(entry.id);
  publish();
  settle(entry.id, ({ reject }) => reject(problem));
  void owner?.store.update(entry.seq, () => undefined).then(changed);
}

/** Processes buffered messages of other tabs. They may be newer than the data that this page loaded at its start. */
function processMessages(): void {
  if (!owner || confirmationListeners.isEmpty()) return;
  const messages = bufferedMessages.filter(({ uid }) => uid === owner?.uid);
  bufferedMessages = [];
  if (messages.length === 0) return;
  for (const message of messages) {
    if (message.type === "sent") onSent(message.entry, message.result);
    if (message.type === "rejected") onRejected(message.entry, new ApiProblem(message.rejection));
  }
  void refresh().then(wakers.tell);
}

outboxChannel.listen((message) => {
  bufferedMessages.push(message);
  processMessages();
});

/** Switches to the outbox of the signed-in user, so that no user sees or sends the changes of another. */
function follow(): void {
  const { status, me } = session.state();
  const uid = status === "signed-in" ? me.uid : undefined;
  if (uid === owner?.uid) return;
  const before = owner;
  owner = uid === undefined ? undefined : { uid, store: openOutbox(uid) };
  stored = nothing;
  pendingWrites = [];
  waiters.clear();
  publish();
  if (before)
    leave(before).catch((error: unknown) => console.warn("What was left unsent could not be deleted.", error));
  if (owner) void changed();
  processMessages();
}

/** Deletes the outbox after sign-out. An expired session keeps it, because the same user may return. */
async function leave({ uid, store }: { uid: string; store: OutboxStore }): Promise<void> {
  const state = session.state();
  const isOver = state.status === "signed-out" && state.reason === "logout";
  store.close();
  if (isOver) await deleteOutbox(uid);
}

session.watch(follow);
follow();

/** Returns the change of a rejected entry for another attempt. */
const again = ({ change, isNotFound = false }: Entry): Change =>
  kindOf(change).retryChange?.(change, isNotFound) ?? change;

/** All unconfirmed changes, oldest first, and the ids that the server gave to items created on this device. */
export const outbox = {
  get: () => shown,
  watch: watchers.watch,
  /** Called in every tab when the server confirms a change, before the entry leaves the outbox. */
  onConfirmed(arrival: (change: Change, result: ChangeResult) => void): () => void {
    const stop = confirmationListeners.watch(arrival);
    processMessages();
    return stop;
  },
  /** Called in every tab when the server rejects a change. */
  onRejection: refusals.watch,
  /** Retries a rejected change against the current state of the server. */
  async retry({ seq }: Entry): Promise<void> {
    await owner?.store.update(seq, (entry) => ({
      ...entry,
      change: again(entry),
      state: "waiting",
      isDeferred: false,
      attempts: entry.attempts + 1,
      problem: undefined,
      isNotFound: undefined,
    }));
    await changed();
  },
  /** Discards a rejected change. If an item cannot be created, also discards its other changes. */
  async discard({ seq, change }: Entry): Promise<void> {
    const isOf = (other: Change) => kindOf(change).isCreation === true && entityKeyOf(other) === entityKeyOf(change);
    await owner?.store.updateAll((entry) => (entry.seq === seq || isOf(entry.change) ? undefined : entry));
    await changed();
  },
  /** Ends the wait of changes that wait for later ones, so that they are sent now. */
  async flushBatches(): Promise<void> {
    await owner?.store.updateAll((entry) => {
      const { batching } = kindOf(entry.change);
      return batching && batching.untilMs(entry.change) > 0
        ? { ...entry, change: batching.flushBatch(entry.change) }
        : entry;
    });
    await changed();
  },
  /** Reloads and returns the unconfirmed changes. */
  async reload(): Promise<readonly Entry[]> {
    await refresh();
    return shown.entries;
  },
};

/** Returns a part of the outbox and subscribes to changes. `select` must return a stable value for the same input. */
export function useOutbox<T>(select: (outboxState: OutboxState) => T): T {
  return useSyncExternalStore(outbox.watch, () => select(shown));
}

/** Returns the changes that screens apply to the server's data: all but the rejected ones. */
export function selectPendingChanges({ entries }: OutboxState): Change[] {
  return entries.filter(({ state }) => state !== "rejected").map(({ change }) => change);
}
