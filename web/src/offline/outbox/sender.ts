import { STUDY_BATCH_MAX } from "@/core/limits";
import { session } from "@/session/session";
import { keptStore } from "../cache/answers";
import { deliver, type Sender } from "./delivery";
import { type Entry, laneOf } from "./kinds/changes";
import { desk, outbox } from "./queue";
import { isWithoutAnswer, mayJoin, SENDER_LOCK, sendable, takeUp } from "./rules";
import { keepSentStudy } from "./sent-study";
import type { OutboxStore } from "./store";
import { sendWhenClosed } from "./sync";

/** Changes that are sent beside each other. */
const LANES = 4;

/** Pauses between tries while the server does not answer, in milliseconds; the last one repeats. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** Who looks at a page that reaches nobody does not wait longer than this when it could again, in milliseconds. */
const LOOKED_AT_PAUSE_MS = 2000;

let working: Promise<void> | undefined;
let isAsked = false;
/** Whether the server may have come back since it was asked last. */
let isHopeful = false;
let pauses = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let holding: ReturnType<typeof setTimeout> | undefined;
let notice: () => void = () => undefined;
/** The version that each playlist had after what was sent last. */
const versions = new Map<string, number>();

/** Sends what waits, in its order, until nothing is left that can be sent now. Never rejects. */
export function drain(): Promise<void> {
  isAsked = true;
  notice();
  working ??= underLock(work)
    .catch((error: unknown) => console.warn("What waits could not be sent.", error))
    .finally(() => {
      working = undefined;
      if (isAsked || isHopeful) void drain();
    });
  return working;
}

async function underLock(work: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(SENDER_LOCK, work) : work());
}

async function work(): Promise<void> {
  const owner = desk.owner();
  if (!owner) {
    isAsked = false;
    isHopeful = false;
    return;
  }
  // What the page shows by now is newer.
  versions.clear();
  await takeUp(owner.store);
  let round: Round | undefined;
  while (isAsked || isHopeful) {
    isAsked = false;
    isHopeful = false;
    round = new Round(owner.store);
    await round.run();
  }
  if (round?.hasFailed) comeBack(round.isOutOfReach);
  else pauses = 0;
}

/** Tries again after a while, longer each time, unless somebody looks at a page that reaches nobody. */
function comeBack(isOutOfReach = false): void {
  if (timer !== undefined) return;
  if (pauses === 0) sendWhenClosed();
  const again = () => {
    timer = undefined;
    void drain();
  };
  const pause = PAUSES_MS[Math.min(pauses, PAUSES_MS.length - 1)] ?? 0;
  const isLookedAt = isOutOfReach && document.visibilityState === "visible";
  timer = setTimeout(again, isLookedAt ? Math.min(pause, LOOKED_AT_PAUSE_MS) : pause);
  pauses += 1;
}

/** The server may be there again: what waits goes now, and the next pause is a short one. */
function hurry(): void {
  clearTimeout(timer);
  timer = undefined;
  pauses = 0;
  isHopeful = true;
  void drain();
}

/** Something has changed: what is new goes at once, what could not be sent before in its own time. */
function look(): void {
  const waiting = outbox.get().entries.filter(({ state }) => state !== "refused");
  if (waiting.some(({ isLate, state }) => state === "waiting" && !isLate)) void drain();
  else if (waiting.length > 0 && working === undefined) comeBack();
}

/** Whether the session was not taken up without the server. */
function isConfirmed(): boolean {
  const state = session.state();
  return state.status !== "signed-in" || !state.isUnconfirmed;
}

/** Tells when the server has confirmed a session that was taken up without it. Returns how to stop. */
function whenConfirmed(tell: () => void): () => void {
  let was = isConfirmed();
  return session.watch(() => {
    const is = isConfirmed();
    if (is && !was) tell();
    was = is;
  });
}

/** Sends from now on: at once, and whenever the server may be there again. Returns how to stop. */
export function startSending(): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  signal.addEventListener("abort", desk.onWake(look));
  signal.addEventListener("abort", () => clearTimeout(timer));
  signal.addEventListener("abort", () => clearTimeout(holding));
  const onOnline = () => {
    // Somebody who comes back waits for all of it.
    void outbox.releaseStudy();
    hurry();
  };
  window.addEventListener("online", onOnline, { signal });
  window.addEventListener("focus", hurry, { signal });
  const onShownOrHidden = () => {
    if (document.visibilityState === "visible") hurry();
    else if (outbox.get().entries.some(({ state }) => state !== "refused")) sendWhenClosed();
  };
  document.addEventListener("visibilitychange", onShownOrHidden, { signal });
  signal.addEventListener("abort", whenConfirmed(hurry));
  // What a page that is gone has held joins nothing any more.
  void outbox.releaseStudy();
  hurry();
  return () => stopping.abort();
}

/** Whether answers to study cards still wait for more of them. Sends them when they have waited long enough. */
function isHeld({ change, isLate }: Entry): boolean {
  if (change.kind !== "study" || isLate || change.facts.length >= STUDY_BATCH_MAX) return false;
  // Without the server nothing is gained by waiting: what was tried goes as soon as it answers.
  if (!isConfirmed()) return false;
  const leftMs = change.heldUntilMs - Date.now();
  if (leftMs <= 0) return false;
  clearTimeout(holding);
  holding = setTimeout(() => void drain(), leftMs);
  return true;
}

/** One go through all lanes. */
class Round {
  readonly #store: OutboxStore;
  readonly #busy = new Map<string, Promise<void>>();
  /** Lanes whose first change got no answer that helps. */
  readonly #stuck = new Set<string>();
  isOutOfReach = !navigator.onLine;

  constructor(store: OutboxStore) {
    this.#store = store;
  }

  get hasFailed(): boolean {
    return this.isOutOfReach || this.#stuck.size > 0;
  }

  async run(): Promise<void> {
    for (;;) {
      const { entries } = await this.#store.read();
      if (desk.owner()?.store !== this.#store) return;
      if (this.isOutOfReach) await this.#keepAll(entries);
      else for (const [lane, next] of this.#next(entries)) this.#begin(lane, next);
      if (this.#busy.size === 0) return;
      if (isAsked) {
        isAsked = false;
        continue;
      }
      const noticed = new Promise<void>((resolve) => {
        notice = resolve;
      });
      await Promise.race([...this.#busy.values(), noticed]);
      isAsked = false;
    }
  }

  /** Nobody waits for an answer any more. */
  async #keepAll(entries: readonly Entry[]): Promise<void> {
    if (!entries.some(({ state, isLate }) => state === "waiting" && !isLate)) return;
    await this.#store.updateAll((entry) =>
      entry.state === "waiting" && !entry.isLate ? { ...entry, isLate: true } : entry,
    );
    await desk.changed();
  }

  /** What may go now of each lane: its first change, or all the positions of one kind that fit into a request. */
  #next(entries: readonly Entry[]): Map<string, Entry[]> {
    const next = new Map<string, Entry[]>();
    for (const entry of sendable(entries, (lane) => this.#busy.has(lane) || this.#stuck.has(lane))) {
      const lane = laneOf(entry.change);
      const before = next.get(lane);
      if (before && !mayJoin(entry, before)) continue;
      if (isHeld(entry)) continue;
      if (before) before.push(entry);
      else if (next.size + this.#busy.size < LANES) next.set(lane, [entry]);
    }
    return next;
  }

  #begin(lane: string, entries: readonly Entry[]): void {
    const sending = this.#send(lane, entries)
      .catch((error: unknown) => {
        console.warn("A change could not be sent.", error);
        this.#stuck.add(lane);
      })
      .finally(() => this.#busy.delete(lane));
    this.#busy.set(lane, sending);
  }

  async #send(lane: string, entries: readonly Entry[]): Promise<void> {
    const error = await deliver(senderOf(this.#store), entries);
    if (error === undefined) pauses = 0;
    else if (isWithoutAnswer(error)) this.isOutOfReach = true;
    else this.#stuck.add(lane);
  }
}

const senderOf = (store: OutboxStore): Sender => ({
  store,
  versions,
  keepStudy: (work) => keepSentStudy(keptStore(), work),
  confirmed: desk.sent,
  async refused(entry, rejected, problem) {
    console.warn("A change was refused.", problem);
    // Its maker is told where it was made; without a maker it waits for the person to decide.
    if (!rejected || !desk.isAwaited(entry.id)) await store.update(entry.seq, () => rejected);
    if (rejected) desk.refused(rejected, problem);
  },
  changed: desk.changed,
});
