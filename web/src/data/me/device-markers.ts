/** Small marks in personal storage. The inline script reads them before the app bundle loads. */
import { userStorage } from "@/lib/browser/storage";

const WATERMARK_KEY = "studied";
const STUDY_LOG = "/api/me/study/log";

/** Returns the time, in Unix milliseconds, from which this device lacks entries of the user's review log. */
export function studyLogWatermark(uid: string): number | undefined {
  const since = Number(userStorage(uid).get(WATERMARK_KEY));
  return since > 0 ? since : undefined;
}

export function saveStudyLogWatermark(uid: string, sinceMs: number): void {
  userStorage(uid).set(WATERMARK_KEY, `${sinceMs}`);
}

/**
 * Returns the URL of the request for new entries of the review log, in the form that `readStudyLog` sends, or
 * `undefined` if the user has not studied on this device.
 */
export function studyLogDeltaUrl(uid: string): string | undefined {
  const since = studyLogWatermark(uid);
  return since === undefined ? undefined : `${STUDY_LOG}?sinceMs=${since}`;
}

/** Endpoint that returns what changed in saved notes since they were saved. */
export const NOTE_UPDATES_PATH = "/api/me/note-updates";
/**
 * Time for which fetched updates of saved notes are fresh outside of My Notes, in milliseconds. The server reads every
 * saved note to find them.
 */
export const NOTE_UPDATES_STALE_MS = 30 * 60_000;
const NOTE_UPDATES_AT = "note updates at";

/** Returns the time at which this device last fetched the updates of saved notes, in Unix milliseconds; 0 if never. */
export function noteUpdatesAtMs(uid: string): number {
  const atMs = Number(userStorage(uid).get(NOTE_UPDATES_AT) ?? 0);
  // The clock may have been set back.
  return atMs > Date.now() ? 0 : atMs;
}

/** Stores the current time as the time of the last fetch of these updates. */
export function saveNoteUpdatesFetchTime(uid: string): void {
  userStorage(uid).set(NOTE_UPDATES_AT, `${Date.now()}`);
}
