import { useSyncExternalStore } from "react";
import { ApiProblem } from "@/api/problem";
import { dropEarly } from "@/lib/loading/early";
import { newUlid } from "@/lib/text/ulid";
import { session } from "@/session/session";
import { basedOn, type Change, type Entry, isEdit, isPlaylistWork } from "./kinds/changes";
import { merged } from "./kinds/merging";
import type { Answer } from "./kinds/send";
import { deleteOutbox, type Kept, type OutboxStore, openOutbox } from "./store";
import { type Message, otherTabs, refusalOf } from "./telling";

/**
 * What the signed-in person has changed and no answer has confirmed, as every tab of this browser sees it. Screens lay
 * it over what the server said; `sender.ts` sends it.
 */

/** How a change ended for whoever made it. A refused one throws the `ApiProblem`. */
export type Outcome<C extends Change = Change> =
  | { is: "sent"; answer: Answer<C> }
  /** It could not be sent at once. It is kept on this device and goes when the server can be reached. */
  | { is: "kept" }
  /** A later change has made it needless, or it was needless itself. */
  | { is: "merged" };

interface Waiter {
  resolve: (outcome: Outcome) => void;
  reject: (problem: ApiProblem) => void;
}

/** A tab that was not told what became of its change stops waiting after this, in milliseconds. */
const UNTOLD_MS = 2000;

const nothing: Kept = { entries: [], aliases: new Map() };
const watchers = new Set<() => void>();
const arrivals = new Set<(change: Change, answer: Answer) => void>();
const refusals = new Set<(problem: ApiProblem) => void>();
const wakers = new Set<() => void>();
const waiters = new Map<string, Waiter>();
/** What other tabs have said, while it is not known whose page this is, or nobody here takes in what arrives. */
let unheard: Message[] = [];
/** Ids of entries that are done with, which a read that is under way may still bring. */
const done = new Set<string>();

let owner: { uid: string; store: OutboxStore } | undefined;
let kept: Kept = nothing;
/** Shown already, and not yet on the disk. */
let unwritten: readonly Entry[] = [];
let shown: Kept = nothing;

function announce(): void {
  let entries = kept.entries.filter(({ id }) => !done.has(id));
  for (const entry of unwritten) {
    const { drop, isNeeded, joined = entry.change } = merged(entries, entry.change);
    entries = [
      ...entries.filter(({ seq }) => !drop.includes(seq)),
      ...(isNeeded ? [{ ...entry, change: joined }] : []),
    ];
  }
  shown = { entries, aliases: kept.aliases };
  for (const watcher of watchers) watcher();
}

/** Reads what is kept. Never rejects: what cannot be read is what it was. */
async function refresh(): Promise<void> {
  const of = owner;
  if (!of) return;
  try {
    const read = await of.store.read();
    if (owner !== of) return;
    kept = read;
  } catch (error) {
    console.warn("What waits to be sent could not be read.", error);
  }
  announce();
  for (const [id, waiter] of waiters) {
    const entry = shown.entries.find((each) => each.id === id);
    if (entry?.isLate) settle(id, ({ resolve }) => resolve({ is: "kept" }));
    else if (!entry) setTimeout(() => waiters.get(id) === waiter && settle(id, untold), UNTOLD_MS);
  }
}

const untold = ({ resolve }: Waiter) => resolve({ is: "merged" });

function settle(id: string, how: (waiter: Waiter) => void): boolean {
  const waiter = waiters.get(id);
  if (!waiter) return false;
  waiters.delete(id);
  how(waiter);
  return true;
}

/** What is kept has changed: here, in the other tabs, and for who sends it. */
async function changed(): Promise<void> {
  if (owner) otherTabs.send({ is: "changed", uid: owner.uid });
  await refresh();
  for (const wake of wakers) wake();
}

/** Who made a change waits this long for the answer, in milliseconds; then it is enough that it is kept. */
const PATIENCE_MS = 15_000;

/**
 * Makes a change: it shows at once, is on the disk a moment later, and is sent from there. Resolves when it was sent, or
 * when it is sure to be kept; rejects when the server refused it at once, after what was shown has been taken back.
 */
export function add<C extends Change>(change: C): Promise<Outcome<C>> {
  const of = owner;
  if (!of) return Promise.reject(new Error("Nobody is signed in."));
  const id = newUlid();
  // Behind everything that is kept; the database gives it its real place.
  const seq = Number.MAX_SAFE_INTEGER - 1_000_000 + unwritten.length;
  unwritten = [...unwritten, { seq, id, change, state: "waiting", tries: 0, isLate: false }];
  const outcome = new Promise<Outcome>((resolve, reject) => waiters.set(id, { resolve, reject }));
  announce();
  void (async () => {
    try {
      const { dropped, isKept } = await of.store.add(id, change, false);
      for (const each of isKept ? dropped : [...dropped, id]) settle(each, untold);
      // It is sent when more have joined it: who made it goes on as soon as it cannot be lost.
      if (isKept && change.kind === "study") settle(id, ({ resolve }) => resolve({ is: "kept" }));
      else if (isKept) setTimeout(() => settle(id, ({ resolve }) => resolve({ is: "kept" })), PATIENCE_MS);
    } catch (error) {
      console.warn("A change could not be kept on this device.", error);
      const detail = "This device could not keep the change. Try again.";
      settle(id, ({ reject }) => reject(new ApiProblem({ code: "unavailable", status: 0, detail })));
    }
    await refresh();
    unwritten = unwritten.filter((entry) => entry.id !== id);
    announce();
    void changed();
  })();
  // The kind of a change decides the kind of its answer.
  return outcome as Promise<Outcome<C>>;
}

/** For the one who sends: what there is to send, and what became of it. */
export const desk = {
  owner: () => owner,
  changed,
  isAwaited: (id: string) => waiters.has(id),
  /** The server has it, and the disk has let go of it. */
  sent(entry: Entry, answer: Answer): void {
    if (!owner) return;
    otherTabs.send({ is: "sent", uid: owner.uid, entry, answer });
    arrive(entry, answer);
  },
  /** The server will not have it. */
  refused(entry: Entry, problem: ApiProblem): void {
    if (!owner) return;
    otherTabs.send({ is: "refused", uid: owner.uid, entry, refusal: refusalOf(problem) });
    takeBack(entry, problem);
  },
  /** Called when there may be something to send. */
  onWake(wake: () => void): () => void {
    wakers.add(wake);
    return () => wakers.delete(wake);
  },
};

function arrive(entry: Entry, answer: Answer): void {
  done.add(entry.id);
  dropEarly();
  for (const arrival of arrivals) arrival(entry.change, answer);
  announce();
  settle(entry.id, ({ resolve }) => resolve({ is: "sent", answer }));
}

/** Whoever made it a moment ago is told, and then it is nowhere any more; otherwise it stays, for the person to decide. */
function takeBack(entry: Entry, problem: ApiProblem): void {
  for (const refusal of refusals) refusal(problem);
  if (!waiters.has(entry.id)) return;
  done.add(entry.id);
  announce();
  settle(entry.id, ({ reject }) => reject(problem));
  void owner?.store.update(entry.seq, () => undefined).then(changed);
}

/** Takes in what other tabs have said: their changes may be newer than what this page was told at its start. */
function hear(): void {
  if (!owner || arrivals.size === 0) return;
  const messages = unheard.filter(({ uid }) => uid === owner?.uid);
  unheard = [];
  if (messages.length === 0) return;
  for (const message of messages) {
    if (message.is === "sent") arrive(message.entry, message.answer);
    if (message.is === "refused") takeBack(message.entry, new ApiProblem(message.refusal));
  }
  void refresh().then(() => {
    for (const wake of wakers) wake();
  });
}

otherTabs.listen((message) => {
  unheard.push(message);
  hear();
});

/** Follows the session: one person's changes are never shown to, or sent by, another. */
function follow(): void {
  const { status, me } = session.state();
  const uid = status === "signed-in" ? me.uid : undefined;
  if (uid === owner?.uid) return;
  const before = owner;
  owner = uid === undefined ? undefined : { uid, store: openOutbox(uid) };
  kept = nothing;
  unwritten = [];
  waiters.clear();
  announce();
  if (before)
    leave(before).catch((error: unknown) => console.warn("What was left unsent could not be deleted.", error));
  if (owner) void changed();
  hear();
}

/** Signing out deletes what is left; a session that only ended is taken up again by the same person. */
async function leave({ uid, store }: { uid: string; store: OutboxStore }): Promise<void> {
  const state = session.state();
  const isOver = state.status === "signed-out" && state.reason === "logout";
  store.close();
  if (isOver) await deleteOutbox(uid);
}

session.watch(follow);
follow();

/**
 * Returns the change of a refused entry as it is sent again. A card that was changed elsewhere is replaced, and what is gone
 * is made anew. Otherwise the server still merges with what the student had seen.
 */
function rebased({ change, isGone }: Entry): Change {
  return isEdit(change) && (change.kind === "ownCard" || isGone) ? basedOn(change) : change;
}

/** Everything that is not confirmed, oldest first, and what became of playlists that were made here. */
export const outbox = {
  get: () => shown,
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  /** Called in every tab when the server has a change, before it stops to count as unconfirmed. */
  onArrival(arrival: (change: Change, answer: Answer) => void): () => void {
    arrivals.add(arrival);
    hear();
    return () => arrivals.delete(arrival);
  },
  /** Called in every tab when the server refuses a change. */
  onRefusal(refusal: (problem: ApiProblem) => void): () => void {
    refusals.add(refusal);
    return () => refusals.delete(refusal);
  },
  /** Sends a refused change again, to whatever there is by now. */
  async tryAgain({ seq }: Entry): Promise<void> {
    await owner?.store.update(seq, (entry) => ({
      ...entry,
      change: rebased(entry),
      state: "waiting",
      isLate: false,
      tries: entry.tries + 1,
      problem: undefined,
      isGone: undefined,
    }));
    await changed();
  },
  /** Gives a refused change up; with a playlist that cannot be made, also what was done to it. */
  async discard({ seq, change }: Entry): Promise<void> {
    const isOf = (other: Change) => change.kind === "createPlaylist" && isPlaylistWork(other) && other.id === change.id;
    await owner?.store.updateAll((entry) => (entry.seq === seq || isOf(entry.change) ? undefined : entry));
    await changed();
  },
  /** Lets go of the answers to study cards that wait for more. */
  async releaseStudy(): Promise<void> {
    await owner?.store.updateAll((entry) =>
      entry.change.kind === "study" && entry.change.heldUntilMs > 0
        ? { ...entry, change: { ...entry.change, heldUntilMs: 0 } }
        : entry,
    );
    await changed();
  },
  /** What is not confirmed by now; for moments at which nothing may be overlooked. */
  async settled(): Promise<readonly Entry[]> {
    await refresh();
    return shown.entries;
  },
};

/** What of the outbox a screen shows; rerenders when that changes. `select` must answer the same for the same. */
export function useOutbox<T>(select: (kept: Kept) => T): T {
  return useSyncExternalStore(outbox.watch, () => select(shown));
}

/** The changes that a screen lays over what the server said: all but those that were refused. */
export function pending({ entries }: Kept): Change[] {
  return entries.filter(({ state }) => state !== "refused").map(({ change }) => change);
}
