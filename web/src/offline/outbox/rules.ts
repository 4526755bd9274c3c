import { ApiProblem } from "@/api/problem";
import { POSITIONS_BATCH_MAX } from "@/core/limits";
import { within } from "@/lib/time/within";
import { type Entry, isPlaylistWork, laneOf, thingOf } from "./kinds/changes";
import { type Answer, sendPositions } from "./kinds/send";
import type { OutboxStore } from "./store";

/** Rules for sending changes, shared by the page and the service worker. This lock permits one sender at a time. */
export const SENDER_LOCK = "note-ninja outbox";

/** Request timeout in milliseconds. */
const ANSWER_MS = 60_000;

export const isWithoutAnswer = (error: unknown) => !(error instanceof ApiProblem) || error.status === 0;

/**
 * Returns true if a failed change should be retried. Network errors are always retried. A server error counts as a
 * refusal while the caller waits for the response, so that the user sees it at once; later it is retried.
 */
export function mayWorkLater({ change, isLate }: Entry, error: unknown): boolean {
  if (!(error instanceof ApiProblem) || error.status === 0 || error.status === 401) return true;
  const isTrouble = error.status >= 500 || error.status === 429;
  if (change.kind === "position" || change.kind === "study") return isTrouble;
  return isTrouble && (isLate || (change.kind === "saveNote" && change.on && error.code === "unavailable"));
}

export const inTime = <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> => within(ANSWER_MS, ask);

/** Marks entries of a sender that stopped as waiting, because their outcome is unknown. */
export const takeUp = (store: OutboxStore): Promise<void> =>
  store.updateAll((entry) =>
    entry.state === "sending" ? { ...entry, state: "waiting", tries: entry.tries + 1, isLate: true } : entry,
  );

/** Yields the waiting entries of free lanes, in order. */
export function* sendable(entries: readonly Entry[], isHeldUp: (lane: string) => boolean): Generator<Entry> {
  const unmade = new Set(
    entries.flatMap(({ state, change }) => (state === "refused" && change.kind === "createPlaylist" ? change.id : [])),
  );
  for (const entry of entries) {
    if (entry.state !== "waiting" || isHeldUp(laneOf(entry.change))) continue;
    // Changes of a playlist wait while its creation is refused.
    if (isPlaylistWork(entry.change) && unmade.has(entry.change.id)) continue;
    yield entry;
  }
}

/** Returns true if a change fits into one request with those before it in its lane. */
export const mayJoin = ({ change }: Entry, before: readonly Entry[]): boolean =>
  change.kind === "position" && before.length < POSITIONS_BATCH_MAX;

export interface Answered {
  entry: Entry;
  answer: Answer;
}

export async function sendTogether(entries: readonly Entry[], signal: AbortSignal): Promise<Answered[]> {
  const positions = entries.flatMap(({ change }) => (change.kind === "position" ? change.position : []));
  const counting = await sendPositions(positions, signal);
  return entries.map((entry) => {
    const thing = thingOf(entry.change);
    return { entry, answer: counting.filter((position) => thingOf({ kind: "position", position }) === thing) };
  });
}

/**
 * Returns true if the change names the version that the page showed. The server then reports a conflict; delayed
 * changes are merged instead.
 */
export const seesVersion = ({ isLate, tries }: Entry): boolean => !isLate && tries === 0;

/**
 * Removes a confirmed entry. Returns true if the server assigned another playlist id, so that later entries had to be
 * rewritten.
 */
export async function forget(store: OutboxStore, { change, seq }: Entry, answer: Answer): Promise<boolean> {
  const made = change.kind === "createPlaylist" ? (answer as Answer<typeof change>).playlist.id : undefined;
  if (change.kind === "createPlaylist" && made !== undefined && made !== change.id) {
    await store.adopt(seq, change.id, made);
  } else {
    await store.update(seq, () => undefined);
  }
  return made !== undefined;
}

/** Marks the entry for another attempt. */
export const putBack = (store: OutboxStore, { seq }: Entry): Promise<Entry | undefined> =>
  store.update(seq, (each) => ({ ...each, state: "waiting", tries: each.tries + 1, isLate: true }));

/** Returns the entry marked as rejected, or `undefined` for a playback position, which the user cannot correct. */
export function refusedAs(entry: Entry, problem: ApiProblem): Entry | undefined {
  if (entry.change.kind === "position") return undefined;
  return { ...entry, state: "refused", problem: problem.detail, isGone: problem.status === 404 };
}
