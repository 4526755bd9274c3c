/**
 * What the first script of a page has to know of what this device keeps, before the code is there that keeps it: small marks
 * in the storage of the person.
 */
import { personalStorage } from "@/lib/storage";

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

/** Where is asked which saved notes were deleted. */
export const LOST_NOTES = "/api/me/lost-notes";
/** That is asked this often, in milliseconds: it reads each note that was saved, and a file stays for weeks. */
export const LOST_NOTES_MS = 30 * 60_000;
const LOST_NOTES_ASKED = "lost-notes asked";

/** Whether the answer that this device keeps is too old. */
export function isLostNotesDue(uid: string): boolean {
  const agoMs = Date.now() - Number(personalStorage(uid).get(LOST_NOTES_ASKED) ?? 0);
  return agoMs < 0 || agoMs >= LOST_NOTES_MS;
}

/** It was asked now. */
export function rememberLostNotesAsked(uid: string): void {
  personalStorage(uid).set(LOST_NOTES_ASKED, `${Date.now()}`);
}
