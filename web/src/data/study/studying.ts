import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { components } from "@/api/schema";
import { STUDY_SNAPSHOT_MARGIN_MS } from "@/core/limits";
import { keepAnswer, keptAnswer, keptStore } from "@/offline/cache/answers";
import { dropSentStudy } from "@/offline/outbox/sent-study";
import { rememberStudiedSince } from "../me/first-marks";
import { ownUntilBack, seldom } from "../query/freshness";
import { staleElsewhere } from "../query/other-tabs";

type Schemas = components["schemas"];

/** How many cards a day, and how well they are to be remembered. */
export type StudySettings = Schemas["StudySettings"];
type StudyBatch = Schemas["StudyBatch"];

/** How many cards the student wants a day. */
export const studySettingsQuery = queryOptions({
  queryKey: ["studying", "settings"],
  queryFn: ({ signal }) => payload(api.GET("/api/me/study/settings", { signal })),
  ...seldom,
});

/**
 * What the student did with cards that the server was told of at this time or later; with 0, everything. The first script may
 * have asked already (`first-marks.ts`).
 */
export async function readStudyLog(sinceMs: number, signal?: AbortSignal): Promise<StudyBatch[]> {
  const batches: StudyBatch[] = [];
  let cursor: string | undefined;
  do {
    const params = { query: { ...(sinceMs > 0 && { sinceMs }), ...(cursor !== undefined && { cursor }) } };
    const page = await payload(api.GET("/api/me/study/log", { params, signal: signal ?? null }));
    batches.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return batches;
}

/** What is known of a student's answers: what they had come to, and what the server was told of later. */
export interface Studied {
  /** As the device or the server keeps it; nothing while the log is short. */
  snapshot?: Uint8Array | undefined;
  /** Before when the server had all that the snapshot covers, in milliseconds since 1970. */
  coveredMs: number;
  /** When this device asked the server for a snapshot the last time, in milliseconds since 1970. */
  askedMs?: number;
  tail: StudyBatch[];
  /** The ids of all cards of courses that were studied here since, separated by spaces. */
  decks: Readonly<Record<string, string>>;
}

/** From when on the log has what is not known yet: what came shortly before the newest may still have been on its way into it. */
function sinceOf({ coveredMs, tail }: Studied): number {
  const newestMs = tail.reduce((newest, { receivedMs }) => Math.max(newest, receivedMs), 0);
  return Math.max(coveredMs, newestMs - STUDY_SNAPSHOT_MARGIN_MS);
}

/** The next page asks from there on, where this device keeps what was before. */
function rememberSince(studied: Studied): void {
  const of = keptStore();
  if (of && (studied.snapshot || studied.tail.length > 0)) rememberStudiedSince(of.uid, sinceOf(studied));
}

/** A snapshot of this device that is older than this, in milliseconds, is compared with the server's, once in that time. */
const OLD_MS = 7 * 86_400_000;

/**
 * All that is known of what the student did with cards. A device goes on from what it keeps; a new one from the snapshot
 * of the server. What was sent since is in `sentStudy`, so answers of this device are no reason to ask again.
 */
export const studiedQuery = queryOptions({
  queryKey: ["studying", "log"],
  queryFn: async ({ client, signal, queryKey }): Promise<Studied> => {
    // What the page knows needs no reading, so that the question goes with others of this moment.
    const kept = client.getQueryData<Studied>(queryKey) ?? ((await keptAnswer(queryKey)) as Studied | undefined);
    let known: Studied = kept ?? { coveredMs: 0, tail: [], decks: {} };
    if (Date.now() - Math.max(known.coveredMs, known.askedMs ?? 0) > OLD_MS) {
      const snapshot = await serversSnapshot(signal);
      known = { ...known, askedMs: Date.now() };
      const coveredMs = snapshot ? coveredBefore(snapshot) : 0;
      if (snapshot && coveredMs > known.coveredMs) known = { ...known, snapshot, coveredMs };
    }
    const beganMs = Date.now();
    const sinceMs = sinceOf(known);
    const news = await readStudyLog(sinceMs, signal);
    const before = known.tail.filter(({ receivedMs }) => receivedMs >= known.coveredMs && receivedMs < sinceMs);
    void dropSentStudy(keptStore(), beganMs);
    // The log that they read has less than what is now forgotten here.
    staleElsewhere(queryKey);
    const studied = { ...known, tail: [...before, ...news] };
    rememberSince(studied);
    return studied;
  },
  ...ownUntilBack,
  structuralSharing: false,
});

/** The server has answers of the student. Where nothing may be kept they are nowhere else: its log is asked for when it is wanted. */
export function studyArrived(queries: QueryClient): void {
  if (!keptStore()) void queries.invalidateQueries({ queryKey: studiedQuery.queryKey, exact: true });
}

/** Knows better from now on what the answers come to, here and in what this device keeps. */
export function keepStudied(studied: Studied): Promise<void> {
  rememberSince(studied);
  return keepAnswer(studiedQuery.queryKey, studied);
}

/** Before when the server had all that a snapshot covers, in milliseconds: it stands behind the version. */
function coveredBefore(snapshot: Uint8Array): number {
  return Number(new DataView(snapshot.buffer, snapshot.byteOffset).getBigUint64(1, true));
}

async function serversSnapshot(signal: AbortSignal): Promise<Uint8Array | undefined> {
  const answer = await payload<unknown>(api.GET("/api/me/study/snapshot", { parseAs: "arrayBuffer", signal }));
  return answer instanceof ArrayBuffer && answer.byteLength > 0 ? new Uint8Array(answer) : undefined;
}

/** Lets the server keep a snapshot for the student's other devices. */
export function sendSnapshot(snapshot: Uint8Array) {
  return payload(
    api.PUT("/api/me/study/snapshot", {
      // The body goes as it is; the document has no type for bytes.
      body: snapshot as never,
      bodySerializer: (body: unknown) => body as BodyInit,
      headers: { "Content-Type": "application/octet-stream" },
    }),
  );
}
