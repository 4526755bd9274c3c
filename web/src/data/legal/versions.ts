import { userStorage } from "@/lib/browser/storage";
import { type LegalName, readLegalText } from "./legal";

/** Texts whose changes the app announces. */
export const announcedLegalNames = ["privacy", "terms"] as const satisfies readonly LegalName[];

/** A text with a version that the student has not confirmed. */
export interface ChangedText {
  name: (typeof announcedLegalNames)[number];
  version: string;
}

/** Key of the version that the student confirmed, or that was current at the first visit on this device. */
const versionKey = (name: LegalName) => `legal:${name}`;
/** Key of a newer version that the student has not confirmed. */
const unconfirmedKey = (name: LegalName) => `legal:unconfirmed:${name}`;
/** Key of the day of the last check. */
const CHECKED_KEY = "legal:checked";

/**
 * Returns the texts that changed since the student's last visit on this device, until the student confirms them. Reads
 * the texts at most once a day, even if that fails, so that opening a page usually costs no request. A version that is
 * seen for the first time on a device is not announced. Never fails.
 */
export async function changedLegalTexts(uid: string, now: Date, signal: AbortSignal): Promise<ChangedText[]> {
  const stored = userStorage(uid);
  const today = now.toISOString().slice(0, 10);
  if (stored.get(CHECKED_KEY) !== today) {
    try {
      await storeVersions(uid, signal);
    } catch (error) {
      // The student left the page before the check ended, so the check of today is still to be done.
      if (signal.aborted) return [];
      console.warn("The legal texts could not be read.", error);
    }
    stored.set(CHECKED_KEY, today);
  }
  return announcedLegalNames.flatMap((name) => {
    const version = stored.get(unconfirmedKey(name));
    return version === undefined ? [] : { name, version };
  });
}

/** Reads the versions of the texts and stores those that the student has not confirmed. Costs a request per text. */
async function storeVersions(uid: string, signal: AbortSignal): Promise<void> {
  const stored = userStorage(uid);
  const texts = await Promise.all(
    announcedLegalNames.map(async (name) => ({ name, version: (await readLegalText(name, signal)).version })),
  );
  for (const { name, version } of texts) {
    if (version === undefined) continue;
    const known = stored.get(versionKey(name));
    if (known === undefined) stored.set(versionKey(name), version);
    if (known === undefined || known === version) stored.remove(unconfirmedKey(name));
    else stored.set(unconfirmedKey(name), version);
  }
}

/** Stores that the student has read about this version. */
export function markLegalTextRead(uid: string, { name, version }: ChangedText): void {
  const stored = userStorage(uid);
  stored.set(versionKey(name), version);
  stored.remove(unconfirmedKey(name));
}
