/**
 * What the first script of a page has to know of what this device keeps, before the code is there that keeps it: small marks
 * in the storage of the person.
 */
import { personalStorage } from "@/lib/browser/storage";

const STUDIED = "studied";
const STUDY_LOG = "/api/me/study/log";

/** From when on the person's study log has what this device does not know, in milliseconds since 1970. */
export function studiedSince(uid: string): number | undefined {
  const since = Number(personalStorage(uid).get(STUDIED));
  return since > 0 ? since : undefined;
}

/** Remembers it. */
export function rememberStudiedSince(uid: string, sinceMs: number): void {
  personalStorage(uid).set(STUDIED, `${sinceMs}`);
}

/** The question for what is new in the study log, as `readStudyLog` asks it; nothing where this person has not studied here. */
export function newStudyPath(uid: string): string | undefined {
  const since = studiedSince(uid);
  return since === undefined ? undefined : `${STUDY_LOG}?sinceMs=${since}`;
}

/** Path of the differences between My Notes and the notes as they are now. */
export const NOTE_UPDATES = "/api/me/note-updates";
/** How long the differences count as fresh outside of My Notes, in milliseconds: the server reads every saved note. */
export const NOTE_UPDATES_MS = 30 * 60_000;
const NOTE_UPDATES_AT = "note updates at";

/** Returns when this device fetched the differences last, in Unix milliseconds; 0 for never. */
export function noteUpdatesAtMs(uid: string): number {
  const atMs = Number(personalStorage(uid).get(NOTE_UPDATES_AT) ?? 0);
  // The clock may have been put back.
  return atMs > Date.now() ? 0 : atMs;
}

/** Remembers that the differences were fetched now. */
export function rememberNoteUpdatesAtMs(uid: string): void {
  personalStorage(uid).set(NOTE_UPDATES_AT, `${Date.now()}`);
}
