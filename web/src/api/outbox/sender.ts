import { STUDY_BATCH_MAX } from "@/core/limits";
import { ApiProblem } from "../problem";
import { type Entry, isPlaylistWork, laneOf } from "./changes";
import { desk, outbox } from "./queue";
import { type Answer, send } from "./send";
import type { OutboxStore } from "./store";

/** One tab sends, whichever takes this lock first. */
const LOCK = "note-ninja outbox";

/** Changes that are sent beside each other. */
const LANES = 4;

/** A request without an answer counts as lost after this, in milliseconds. */
const ANSWER_MS = 60_000;

/** Pauses between tries while the server does not answer, in milliseconds; the last one repeats. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

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

/**
 * Sends what waits, in its order, until nothing is left that can be sent now. Never rejects. Whoever finds that the
 * server may be reached again calls it: the page, and later a worker.
 */
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
  await (navigator.locks ? navigator.locks.request(LOCK, work) : work());
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
  // Whoever was sending before has gone without knowing what became of it.
  await owner.store.updateAll((entry) =>
    entry.state === "sending" ? { ...entry, state: "waiting", tries: entry.tries + 1, isLate: true } : entry,
  );
  let hasFailed = false;
  while (isAsked || isHopeful) {
    isAsked = false;
    isHopeful = false;
    const round = new Round(owner.store);
    await round.run();
    hasFailed = round.hasFailed;
  }
  if (hasFailed) comeBack();
  else pauses = 0;
}

/** Tries again after a while, longer each time. */
function comeBack(): void {
  if (timer !== undefined) return;
  const again = () => {
    timer = undefined;
    void drain();
  };
  timer = setTimeout(again, PAUSES_MS[Math.min(pauses, PAUSES_MS.length - 1)]);
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

/** Sends from now on: at once, and whenever the server may be there again. Returns how to stop. */
export function startSending(): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  signal.addEventListener("abort", desk.onWake(look));
  signal.addEventListener("abort", () => clearTimeout(timer));
  signal.addEventListener("abort", () => clearTimeout(holding));
  window.addEventListener("online", hurry, { signal });
  window.addEventListener("focus", hurry, { signal });
  const onShown = () => document.visibilityState === "visible" && hurry();
  document.addEventListener("visibilitychange", onShown, { signal });
  hurry();
  return () => stopping.abort();
}

/** Whether answers to study cards still wait for more of them. Sends them when they have waited long enough. */
function isHeld({ change, isLate }: Entry): boolean {
  if (change.kind !== "study" || isLate || change.facts.length >= STUDY_BATCH_MAX) return false;
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
  #isOutOfReach = !navigator.onLine;

  constructor(store: OutboxStore) {
    this.#store = store;
  }

  get hasFailed(): boolean {
    return this.#isOutOfReach || this.#stuck.size > 0;
  }

  async run(): Promise<void> {
    for (;;) {
      const { entries } = await this.#store.read();
      if (desk.owner()?.store !== this.#store) return;
      if (this.#isOutOfReach) await this.#keepAll(entries);
      else for (const [lane, entry] of this.#next(entries)) this.#begin(lane, entry);
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

  /** The first change of each lane that may go now. */
  #next(entries: readonly Entry[]): Map<string, Entry> {
    const unmade = new Set(
      entries.flatMap(({ state, change }) =>
        state === "refused" && change.kind === "createPlaylist" ? change.id : [],
      ),
    );
    const first = new Map<string, Entry>();
    for (const entry of entries) {
      const lane = laneOf(entry.change);
      if (entry.state !== "waiting" || first.has(lane) || this.#busy.has(lane) || this.#stuck.has(lane)) continue;
      // What was done to a playlist that could not be made waits with it.
      if (isPlaylistWork(entry.change) && unmade.has(entry.change.id)) continue;
      if (isHeld(entry)) continue;
      if (first.size + this.#busy.size < LANES) first.set(lane, entry);
    }
    return first;
  }

  #begin(lane: string, entry: Entry): void {
    const sending = this.#send(lane, entry)
      .catch((error: unknown) => {
        console.warn("A change could not be sent.", error);
        this.#stuck.add(lane);
      })
      .finally(() => this.#busy.delete(lane));
    this.#busy.set(lane, sending);
  }

  async #send(lane: string, { seq }: Entry): Promise<void> {
    // It may have been merged away since it was read.
    const entry = await this.#store.update(seq, (each) => ({ ...each, state: "sending" }));
    if (!entry) return;
    let answer: Answer;
    try {
      answer = await withinTime(send(entry.change, this.#versionFor(entry)));
    } catch (error) {
      await this.#fail(lane, entry, error);
      return;
    }
    pauses = 0;
    const { change } = entry;
    if (change.kind === "changePlaylist") versions.set(change.id, (answer as Answer<typeof change>).version);
    const made = change.kind === "createPlaylist" ? (answer as Answer<typeof change>).playlist.id : undefined;
    if (change.kind === "createPlaylist" && made !== undefined && made !== change.id) {
      await this.#store.adopt(seq, change.id, made);
    } else {
      await this.#store.update(seq, () => undefined);
    }
    desk.sent(entry, answer);
    if (made !== undefined) await desk.changed();
  }

  /** Only who made a change on what they saw a moment ago is told that it is not so any more; what waited is merged. */
  #versionFor({ change, isLate, tries }: Entry): number | undefined {
    if (change.kind !== "changePlaylist" || isLate || tries > 0) return undefined;
    return change.version ?? versions.get(change.id);
  }

  async #fail(lane: string, entry: Entry, error: unknown): Promise<void> {
    if (mayWorkLater(entry, error)) {
      if (isWithoutAnswer(error)) this.#isOutOfReach = true;
      else this.#stuck.add(lane);
      const { seq } = entry;
      await this.#store.update(seq, (each) => ({ ...each, state: "waiting", tries: each.tries + 1, isLate: true }));
      await desk.changed();
      return;
    }
    const problem = error as ApiProblem;
    console.warn("A change was refused.", problem);
    if (entry.change.kind === "position") {
      // Nobody can do anything about it, and the device knows where it was.
      await this.#store.update(entry.seq, () => undefined);
    } else {
      const refused: Entry = { ...entry, state: "refused", problem: problem.detail };
      // Its maker is told where it was made; without a maker it waits for the person to decide.
      if (!desk.isAwaited(entry.id)) await this.#store.update(entry.seq, () => refused);
      desk.refused(refused, problem);
    }
    await desk.changed();
  }
}

const isWithoutAnswer = (error: unknown) => !(error instanceof ApiProblem) || error.status === 0;

/**
 * Whether a change is worth sending again: without an answer always. While somebody waits for the answer, a server that
 * says it is in trouble is a refusal, which the person sees at once; later it is only too early.
 */
function mayWorkLater({ change, isLate }: Entry, error: unknown): boolean {
  if (!(error instanceof ApiProblem) || error.status === 0 || error.status === 401) return true;
  const isTrouble = error.status >= 500 || error.status === 429;
  if (change.kind === "position" || change.kind === "study") return isTrouble;
  return isTrouble && (isLate || (change.kind === "saveNote" && change.on && error.code === "unavailable"));
}

async function withinTime<T>(answer: Promise<T>): Promise<T> {
  let stop: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    stop = setTimeout(() => reject(new Error("No answer came in time.")), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(stop);
  }
}
