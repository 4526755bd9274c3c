import { userStorage } from "@/lib/browser/storage";
import { type LegalName, readLegalText } from "./legal";

/** Texts whose changes the app announces. */
export const announcedLegalNames = ["privacy", "terms"] as const satisfies readonly LegalName[];

/** A text with a version that the student has not confirmed. */
export interface ChangedText {
  name: (typeof announcedLegalNames)[number];
  version: string;
}

const versionKey = (name: LegalName) => `legal:${name}`;
const CHECKED_KEY = "legal:checked";

/**
 * Returns the texts that changed since the student's last visit on this device. Reads them at most once a day, so that
 * opening a page usually costs no request. A version that is seen for the first time on a device is not announced.
 */
export async function changedLegalTexts(uid: string, now: Date, signal: AbortSignal): Promise<ChangedText[]> {
  const stored = userStorage(uid);
  const today = now.toISOString().slice(0, 10);
  if (stored.get(CHECKED_KEY) === today) return [];
  const texts = await Promise.all(
    announcedLegalNames.map(async (name) => ({ name, version: (await readLegalText(name, signal)).version })),
  );
  const changed: ChangedText[] = [];
  for (const { name, version } of texts) {
    if (version === undefined) continue;
    const known = stored.get(versionKey(name));
    if (known === undefined) stored.set(versionKey(name), version);
    else if (known !== version) changed.push({ name, version });
  }
  // As long as a change is not confirmed, every visit announces it.
  if (changed.length === 0) stored.set(CHECKED_KEY, today);
  return changed;
}

/** Stores that the student has read about this version. */
export function markLegalTextRead(uid: string, { name, version }: ChangedText): void {
  userStorage(uid).set(versionKey(name), version);
}
