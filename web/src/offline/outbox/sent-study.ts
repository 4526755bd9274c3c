import { type KeptAnswer, KeptStore, keptOwner } from "../cache/store";
import type { StudyWork } from "./kinds/changes";

/**
 * Confirmed review events that the cached review log does not contain yet. Without them, answered cards would be
 * due again until the log is refetched.
 */
interface Sent {
  work: StudyWork;
  /** Latest time at which the server confirmed them (Unix milliseconds, clock of this device). */
  atMs: number;
}

const NAME = "sent study";

const sentOf = (kept: KeptAnswer | undefined) => (kept?.data ?? []) as readonly Sent[];

const ignore = (error: unknown) => console.warn("Which answers were sent could not be kept on this device.", error);

/** Stores review events that are about to leave the outbox. Does nothing without a store. */
export async function keepSentStudy(store: KeptStore | undefined, work: StudyWork): Promise<void> {
  const at = Date.now();
  await store
    ?.change(NAME, (kept) => ({ data: [...sentOf(kept), { work, atMs: at } satisfies Sent], at }))
    .catch(ignore);
}

/** Stores review events in the service worker, which has no session to follow. */
export async function keepSentStudyOf(uid: string, work: StudyWork): Promise<void> {
  if ((await keptOwner().catch(ignore)) !== uid) return;
  const store = new KeptStore(uid);
  await keepSentStudy(store, work);
  store.close();
}

/** Returns confirmed review events that the cached log may not contain. */
export async function sentStudy(store: KeptStore | undefined): Promise<StudyWork[]> {
  return sentOf(await store?.read(NAME).catch(() => undefined)).map(({ work }) => work);
}

/** Deletes the events that a log requested at `askedMs` (Unix milliseconds) contains. */
export async function dropSentStudy(store: KeptStore | undefined, askedMs: number): Promise<void> {
  const left = (kept: KeptAnswer) => sentOf(kept).filter(({ atMs }) => atMs >= askedMs);
  await store
    ?.change(NAME, (kept) => (kept && left(kept).length > 0 ? { ...kept, data: left(kept) } : undefined))
    .catch(ignore);
}
