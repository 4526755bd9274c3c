import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { readAllItems } from "@/api/pages";
import type { components } from "@/api/schema";
import { STUDY_SNAPSHOT_MARGIN_MS } from "@/core/limits";
import { currentOfflineCache, readCachedQuery, writeCachedQuery } from "@/offline/cache/query-persister";
import { deleteAcknowledged } from "@/offline/outbox/acknowledged";
import { saveStudyLogWatermark } from "../me/device-markers";
import { rarelyChanges, staleAfterAbsence } from "../query/cache-policies";
import { invalidateInOtherTabs } from "../query/cross-tab-invalidation";

type Schemas = components["schemas"];

/** Study settings: daily limits, desired retention and memory model. */
export type StudySettings = Schemas["StudySettings"];
/** Memory model that was fitted to the student's reviews. */
export type StudyMemory = Schemas["StudyMemory"];
type StudyBatch = Schemas["ReviewBatch"];

/** The student's study settings. */
export const studySettingsQuery = queryOptions({
  queryKey: ["studying", "settings"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/me/study/settings", { signal })),
  ...rarelyChanges,
});

/**
 * Returns the batches of the review log that the server received at this time or later; with 0, all. The inline script
 * may have prefetched them (`device-markers.ts`).
 */
export function readStudyLog(sinceMs: number, signal?: AbortSignal): Promise<StudyBatch[]> {
  return readAllItems((page) => {
    const params = { query: { ...(sinceMs > 0 && { sinceMs }), ...page } };
    return unwrap(api.GET("/api/me/study/log", { params, signal: signal ?? null }));
  });
}

/** Review log of a student: a snapshot, and the batches received after it. */
export interface ReviewLog {
  /** Snapshot from the device or the server; absent while the log is short. */
  snapshot?: Uint8Array | undefined;
  /** Time before which the snapshot covers everything that the server received (Unix milliseconds). */
  snapshotWatermarkMs: number;
  /** Time of the last request for a snapshot (Unix milliseconds). */
  requestedAtMs?: number;
  tail: StudyBatch[];
  /** By course studied on this device since the snapshot: the ids of all its cards, separated by spaces. */
  decks: Readonly<Record<string, string>>;
}

/**
 * Returns the time from which the log has to be read. It includes a margin, because batches may enter the log shortly
 * after newer ones.
 */
function watermarkOf({ snapshotWatermarkMs, tail }: ReviewLog): number {
  const newestMs = tail.reduce((newest, { receivedMs }) => Math.max(newest, receivedMs), 0);
  return Math.max(snapshotWatermarkMs, newestMs - STUDY_SNAPSHOT_MARGIN_MS);
}

/** Stores the time from which the next page reads the log, if this device has the earlier part. */
function saveWatermark(log: ReviewLog): void {
  const of = currentOfflineCache();
  if (of && (log.snapshot || log.tail.length > 0)) saveStudyLogWatermark(of.uid, watermarkOf(log));
}

/**
 * Age in milliseconds from which a local snapshot is compared with the server's. Also the interval of these requests.
 */
const SNAPSHOT_MAX_AGE_MS = 7 * 86_400_000;

/**
 * Review log of the student. A device continues from its local copy; a new device starts with the server's snapshot.
 * Answers that were sent since the last read are stored separately (`offline/outbox/acknowledged.ts`), so sending
 * answers causes no refetch.
 */
export const reviewLogQuery = queryOptions({
  queryKey: ["studying", "log"],
  queryFn: async ({ client, signal, queryKey }): Promise<ReviewLog> => {
    // Cached data need no disk access, so the request can join the batch of this moment.
    const cached =
      client.getQueryData<ReviewLog>(queryKey) ?? ((await readCachedQuery(queryKey)) as ReviewLog | undefined);
    let known: ReviewLog = cached ?? { snapshotWatermarkMs: 0, tail: [], decks: {} };
    if (Date.now() - Math.max(known.snapshotWatermarkMs, known.requestedAtMs ?? 0) > SNAPSHOT_MAX_AGE_MS) {
      const snapshot = await fetchSnapshot(signal);
      known = { ...known, requestedAtMs: Date.now() };
      const snapshotWatermarkMs = snapshot ? snapshotWatermarkOf(snapshot) : 0;
      if (snapshot && snapshotWatermarkMs > known.snapshotWatermarkMs)
        known = { ...known, snapshot, snapshotWatermarkMs };
    }
    const beganMs = Date.now();
    const sinceMs = watermarkOf(known);
    const news = await readStudyLog(sinceMs, signal);
    const before = known.tail.filter(
      ({ receivedMs }) => receivedMs >= known.snapshotWatermarkMs && receivedMs < sinceMs,
    );
    void deleteAcknowledged(currentOfflineCache(), "study", beganMs);
    // The logs of other tabs lack the batches that were just deleted from the sent answers on this device.
    invalidateInOtherTabs(queryKey);
    const log = { ...known, tail: [...before, ...news] };
    saveWatermark(log);
    return log;
  },
  ...staleAfterAbsence,
  structuralSharing: false,
});

/**
 * Invalidates the log after the server has received answers, if this device may not store sent answers. Only the
 * server's log then contains them.
 */
export function onReviewEventsConfirmed(queries: QueryClient): void {
  if (!currentOfflineCache()) void queries.invalidateQueries({ queryKey: reviewLogQuery.queryKey, exact: true });
}

/** Updates the local copy of the review log. */
export function cacheReviewLog(log: ReviewLog): Promise<void> {
  saveWatermark(log);
  return writeCachedQuery(reviewLogQuery.queryKey, log);
}

/** Returns the time before which a snapshot covers the log, in Unix milliseconds. It follows the version byte. */
function snapshotWatermarkOf(snapshot: Uint8Array): number {
  return Number(new DataView(snapshot.buffer, snapshot.byteOffset).getBigUint64(1, true));
}

async function fetchSnapshot(signal: AbortSignal): Promise<Uint8Array | undefined> {
  const body = await unwrap<unknown>(api.GET("/api/me/study/snapshot", { parseAs: "arrayBuffer", signal }));
  return body instanceof ArrayBuffer && body.byteLength > 0 ? new Uint8Array(body) : undefined;
}

/** Uploads a snapshot for the student's other devices. */
export function uploadSnapshot(snapshot: Uint8Array) {
  return unwrap(
    api.PUT("/api/me/study/snapshot", {
      // The body is sent unchanged; the API document has no type for bytes.
      body: snapshot as never,
      bodySerializer: (body: unknown) => body as BodyInit,
      headers: { "Content-Type": "application/octet-stream" },
    }),
  );
}
