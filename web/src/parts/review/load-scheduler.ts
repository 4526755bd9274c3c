import type { QueryClient } from "@tanstack/react-query";
import { STUDY_SNAPSHOT_MARGIN_MS, STUDY_TAIL_BATCHES } from "@/core/limits";
import { loadStudy, type StudyCore, type StudyModule } from "@/core/study";
import { fetchOrCached } from "@/data/query/latest";
import {
  cacheReviewLog,
  type ReviewLog,
  readStudyLog,
  reviewLogQuery,
  type StudyMemory,
  type StudySettings,
  studySettingsQuery,
  uploadSnapshot,
} from "@/data/study/review-log";
import { readStudySettings } from "@/data/study/study-settings";
import { deflate, inflate } from "@/lib/browser/deflate";
import { currentOfflineCache } from "@/offline/cache/query-persister";
import { acknowledgedOfKind } from "@/offline/outbox/acknowledged";
import type { ReviewEventsChange } from "@/offline/outbox/kinds/study";
import { outbox } from "@/offline/outbox/queue";

/** Length of the uncompressed header of a snapshot, in bytes. */
const HEAD_BYTES = 9;

/** Decodes the events of a batch. */
export const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

async function repacked(snapshot: Uint8Array, body: (bytes: Uint8Array) => Promise<Uint8Array>): Promise<Uint8Array> {
  const rest = await body(snapshot.subarray(HEAD_BYTES));
  const whole = new Uint8Array(HEAD_BYTES + rest.length);
  whole.set(snapshot.subarray(0, HEAD_BYTES));
  whole.set(rest, HEAD_BYTES);
  return whole;
}

/** Builds a core from the review log, up to `beforeMs`. Returns `undefined` if the snapshot cannot be read. */
async function coreOf(
  { StudyCore }: StudyModule,
  { snapshot, tail, decks }: ReviewLog,
  beforeMs = Number.POSITIVE_INFINITY,
): Promise<StudyCore | undefined> {
  const core = new StudyCore();
  const unpacked = snapshot && (await repacked(snapshot, inflate).catch(() => undefined));
  if (snapshot && (!unpacked || core.restore(unpacked) === undefined)) return undefined;
  for (const { events, receivedMs } of tail) {
    if (receivedMs < beforeMs && !core.read(bytesOf(events), receivedMs)) {
      console.warn("A batch of answers could not be read.");
    }
  }
  for (const [code, ids] of Object.entries(decks)) core.setCourse(code, ids);
  return core;
}

function addWaiting(core: StudyCore, waiting: readonly ReviewEventsChange[]): void {
  for (const { device, events } of waiting) core.add(device, [...events]);
}

export interface LoadedScheduler {
  core: StudyCore;
  reviewLog: ReviewLog;
  /** Memory model of the core. `undefined` if none has been fitted. */
  memory: StudyMemory | undefined;
}

/**
 * Reads the review log and the events that are queued or were recently sent. Reads the queue first: an event is stored
 * as sent before it leaves the queue, so none is missed.
 */
async function known(queries: QueryClient) {
  const unsent = (await outbox.reload()).flatMap(({ change }) => (change.kind === "study" ? change : []));
  const waiting = [...unsent, ...(await acknowledgedOfKind(currentOfflineCache(), "study"))];
  return { waiting, studied: await fetchOrCached(queries, reviewLogQuery) };
}

/**
 * Loads a scheduler with all review events, including queued ones. Reads the whole log from the server only if the
 * snapshot is not sufficient. Uses cached data if the server cannot be reached.
 */
export async function loadScheduler(queries: QueryClient): Promise<LoadedScheduler> {
  // Start all requests in parallel.
  void loadStudy().catch(() => undefined);
  void queries.prefetchQuery(studySettingsQuery);
  return opened(queries, await known(queries));
}

/** Like `loadScheduler`, but returns `undefined` and loads no core for students without review events. */
export async function loadSchedulerIfUsed(queries: QueryClient): Promise<LoadedScheduler | undefined> {
  const all = await known(queries);
  const { snapshot, tail } = all.studied;
  return snapshot || tail.length > 0 || all.waiting.length > 0 ? opened(queries, all) : undefined;
}

async function opened(queries: QueryClient, { waiting, studied }: Awaited<ReturnType<typeof known>>) {
  const [module, settings] = await Promise.all([loadStudy(), readStudySettings(queries)]);
  const open = await completed(module, studied, settings, waiting);
  void makeSnapshot(queries, module, open.reviewLog, settings).catch((error: unknown) => {
    console.warn("What was studied could not be summed up.", error);
  });
  return open;
}

async function completed(
  module: StudyModule,
  known: ReviewLog,
  settings: StudySettings,
  waiting: readonly ReviewEventsChange[],
): Promise<LoadedScheduler> {
  const { memory } = settings;
  const core = await coreOf(module, known);
  if (core) addWaiting(core, waiting);
  core?.configure(settings);
  if (core && !core.needsAll()) return { core, reviewLog: known, memory };
  try {
    const studied = { snapshotWatermarkMs: 0, tail: await readStudyLog(0), decks: known.decks };
    const whole = await coreOf(module, studied);
    if (!whole) throw new Error("Without a snapshot nothing can be damaged.");
    addWaiting(whole, waiting);
    whole.configure(settings);
    return { core: whole, reviewLog: studied, memory };
  } catch (error) {
    if (!core) throw error;
    return { core, reviewLog: known, memory };
  }
}

/** Compacts a long log into a snapshot and uploads it for the student's other devices. */
async function makeSnapshot(
  queries: QueryClient,
  module: StudyModule,
  studied: ReviewLog,
  settings: StudySettings,
): Promise<void> {
  // Use the server's time: if the clock of this device is ahead, the snapshot would claim to cover later events.
  const newestMs = studied.tail.reduce((newest, { receivedMs }) => Math.max(newest, receivedMs), 0);
  const snapshotWatermarkMs = Math.min(Date.now(), newestMs) - STUDY_SNAPSHOT_MARGIN_MS;
  const covered = studied.tail.filter(({ receivedMs }) => receivedMs < snapshotWatermarkMs);
  if (covered.length < STUDY_TAIL_BATCHES) return;
  const core = await coreOf(module, studied, snapshotWatermarkMs);
  // The snapshot contains card states, which depend on the student's memory model.
  core?.configure(settings);
  const bytes = core?.snapshot(snapshotWatermarkMs);
  core?.free();
  if (!bytes) return;
  const snapshot = await repacked(bytes, deflate);
  const tail = studied.tail.filter(({ receivedMs }) => receivedMs >= snapshotWatermarkMs);
  // Keep only the courses whose card ids were set while the snapshot was built.
  const decks = queries.getQueryData<ReviewLog>(reviewLogQuery.queryKey)?.decks ?? {};
  const newer = Object.entries(decks).filter(([code, ids]) => studied.decks[code] !== ids);
  const summed: ReviewLog = { snapshot, snapshotWatermarkMs, tail, decks: Object.fromEntries(newer) };
  queries.setQueryData(reviewLogQuery.queryKey, summed);
  await cacheReviewLog(summed);
  await uploadSnapshot(snapshot);
}

/** Sets the ids of all cards of these courses in the core, which counts the due cards by course. */
export async function cacheCourseCardIds(
  queries: QueryClient,
  { core, reviewLog }: LoadedScheduler,
  decks: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [code, ids] of Object.entries(decks)) core.setCourse(code, ids);
  const known = queries.getQueryData<ReviewLog>(reviewLogQuery.queryKey) ?? reviewLog;
  const next = { ...known, decks: { ...known.decks, ...decks } };
  queries.setQueryData(reviewLogQuery.queryKey, next);
  await cacheReviewLog(next);
}
