import { ApiProblem } from "@/api/problem";
import { POSITIONS_BATCH_MAX } from "@/core/limits";
import { within } from "@/lib/time/within";
import { type Entry, isPlaylistWork, laneOf, thingOf } from "./kinds/changes";
import { type Answer, sendPositions } from "./kinds/send";
import type { OutboxStore } from "./store";

/** How changes are sent, whoever does it: one tab under this lock, or the page's worker. */
export const SENDER_LOCK = "note-ninja outbox";

/** A request without an answer is given up after this, in milliseconds. */
const ANSWER_MS = 60_000;

export const isWithoutAnswer = (error: unknown) => !(error instanceof ApiProblem) || error.status === 0;

/**
 * Whether a change is worth sending again: without an answer always. While somebody waits for the answer, a server that
 * says it is in trouble is a refusal, which the person sees at once; later it is only too early.
 */
export function mayWorkLater({ change, isLate }: Entry, error: unknown): boolean {
  if (!(error instanceof ApiProblem) || error.status === 0 || error.status === 401) return true;
  const isTrouble = error.status >= 500 || error.status === 429;
  if (change.kind === "position" || change.kind === "study") return isTrouble;
  return isTrouble && (isLate || (change.kind === "saveNote" && change.on && error.code === "unavailable"));
}

/** The answer, if it comes in time; the request is not under way any more when this rejects. */
export const inTime = <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> => within(ANSWER_MS, ask);

/** Whoever was sending before has gone without knowing what became of it. */
export const takeUp = (store: OutboxStore): Promise<void> =>
  store.updateAll((entry) =>
    entry.state === "sending" ? { ...entry, state: "waiting", tries: entry.tries + 1, isLate: true } : entry,
  );

/** What may go now, in its order, of lanes that nothing holds up. */
export function* sendable(entries: readonly Entry[], isHeldUp: (lane: string) => boolean): Generator<Entry> {
  const unmade = new Set(
    entries.flatMap(({ state, change }) => (state === "refused" && change.kind === "createPlaylist" ? change.id : [])),
  );
  for (const entry of entries) {
    if (entry.state !== "waiting" || isHeldUp(laneOf(entry.change))) continue;
    // What was done to a playlist that could not be made waits with it.
    if (isPlaylistWork(entry.change) && unmade.has(entry.change.id)) continue;
    yield entry;
  }
}

/** Whether a change of the same lane goes in one request with these. */
export const mayJoin = ({ change }: Entry, before: readonly Entry[]): boolean =>
  change.kind === "position" && before.length < POSITIONS_BATCH_MAX;

/** A change that the server has, and what it said. */
export interface Answered {
  entry: Entry;
  answer: Answer;
}

/** Sends positions of one kind in one request. */
export async function sendTogether(entries: readonly Entry[], signal: AbortSignal): Promise<Answered[]> {
  const positions = entries.flatMap(({ change }) => (change.kind === "position" ? change.position : []));
  const counting = await sendPositions(positions, signal);
  return entries.map((entry) => {
    const thing = thingOf(entry.change);
    return { entry, answer: counting.filter((position) => thingOf({ kind: "position", position }) === thing) };
  });
}

/** Only who made a change on what they saw a moment ago is told that it is not so any more; what waited is merged. */
export const seesVersion = ({ isLate, tries }: Entry): boolean => !isLate && tries === 0;

/** The server has it. Answers whether what follows is about another playlist now. */
export async function forget(store: OutboxStore, { change, seq }: Entry, answer: Answer): Promise<boolean> {
  const made = change.kind === "createPlaylist" ? (answer as Answer<typeof change>).playlist.id : undefined;
  if (change.kind === "createPlaylist" && made !== undefined && made !== change.id) {
    await store.adopt(seq, change.id, made);
  } else {
    await store.update(seq, () => undefined);
  }
  return made !== undefined;
}

/** It goes again later. */
export const putBack = (store: OutboxStore, { seq }: Entry): Promise<Entry | undefined> =>
  store.update(seq, (each) => ({ ...each, state: "waiting", tries: each.tries + 1, isLate: true }));

/** What the server will not have; nothing of what nobody can do anything about: the device knows where it was. */
export function refusedAs(entry: Entry, problem: ApiProblem): Entry | undefined {
  if (entry.change.kind === "position") return undefined;
  return { ...entry, state: "refused", problem: problem.detail, isGone: problem.status === 404 };
}
