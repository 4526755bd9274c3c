import { type KeptAnswer, KeptStore, keptOwner } from "../cache/store";
import type { StudyWork } from "./kinds/changes";

/**
 * Answers to study cards that the server has, until the log is read again: between the outbox and the log that is kept
 * here they would be nowhere, and without a network their cards would be asked anew.
 */
interface Sent {
  work: StudyWork;
  /** When the server had it at the latest, in milliseconds since 1970 by this device. */
  atMs: number;
}

const NAME = "sent study";

const sentOf = (kept: KeptAnswer | undefined) => (kept?.data ?? []) as readonly Sent[];

const ignore = (error: unknown) => console.warn("Which answers were sent could not be kept on this device.", error);

/** Keeps what is about to leave the outbox of the person whose store it is; nothing without one. */
export async function keepSentStudy(store: KeptStore | undefined, work: StudyWork): Promise<void> {
  const at = Date.now();
  await store
    ?.change(NAME, (kept) => ({ data: [...sentOf(kept), { work, atMs: at } satisfies Sent], at }))
    .catch(ignore);
}

/** The same where no session is followed: in the page's worker. */
export async function keepSentStudyOf(uid: string, work: StudyWork): Promise<void> {
  if ((await keptOwner().catch(ignore)) !== uid) return;
  const store = new KeptStore(uid);
  await keepSentStudy(store, work);
  store.close();
}

/** What was sent and may be missing in the log that is kept here. */
export async function sentStudy(store: KeptStore | undefined): Promise<StudyWork[]> {
  return sentOf(await store?.read(NAME).catch(() => undefined)).map(({ work }) => work);
}

/** Forgets what a log has that was asked for at this time, in milliseconds since 1970. */
export async function dropSentStudy(store: KeptStore | undefined, askedMs: number): Promise<void> {
  const left = (kept: KeptAnswer) => sentOf(kept).filter(({ atMs }) => atMs >= askedMs);
  await store
    ?.change(NAME, (kept) => (kept && left(kept).length > 0 ? { ...kept, data: left(kept) } : undefined))
    .catch(ignore);
}
