import { type CachedResponse, OfflineCache, offlineCacheOwner } from "../cache/store";
import type { Change } from "./kinds/kinds";

/**
 * Confirmed changes that the cached responses do not contain yet. Without them, cards that were just answered would be
 * due again until the review log is refetched.
 */
interface Sent {
  change: Change;
  /** Latest time at which the server may have confirmed it (Unix milliseconds, clock of this device). */
  atMs: number;
}

type Kind = Change["kind"];

/** Name under which the changes of a kind are stored. */
const nameOf = (kind: Kind) => `sent ${kind}`;

const sentOf = (stored: CachedResponse | undefined) => (stored?.data ?? []) as readonly Sent[];

const ignore = (error: unknown) => console.warn("Which changes were sent could not be kept on this device.", error);

/** Stores a change that is about to leave the outbox. Does nothing without a store. */
export async function storeAcknowledged(store: OfflineCache | undefined, change: Change): Promise<void> {
  const at = Date.now();
  await store
    ?.change(nameOf(change.kind), (stored) => ({
      data: [...sentOf(stored), { change, atMs: at } satisfies Sent],
      at,
    }))
    .catch(ignore);
}

/** Stores a change from the service worker, which has no session and therefore names the user. */
export async function storeAcknowledgedFor(uid: string, change: Change): Promise<void> {
  if ((await offlineCacheOwner().catch(ignore)) !== uid) return;
  const store = new OfflineCache(uid);
  await storeAcknowledged(store, change);
  store.close();
}

/** Returns the confirmed changes of a kind that the cached responses may not contain. */
export async function acknowledgedOfKind<K extends Kind>(store: OfflineCache | undefined, kind: K) {
  const sent = sentOf(await store?.read(nameOf(kind)).catch(() => undefined));
  return sent.map(({ change }) => change as Extract<Change, { kind: K }>);
}

/** Deletes the changes of a kind that a response requested at `requestedAtMs` (Unix milliseconds) contains. */
export async function deleteAcknowledged(
  store: OfflineCache | undefined,
  kind: Kind,
  requestedAtMs: number,
): Promise<void> {
  const left = (stored: CachedResponse) => sentOf(stored).filter(({ atMs }) => atMs >= requestedAtMs);
  await store
    ?.change(nameOf(kind), (stored) =>
      stored && left(stored).length > 0 ? { ...stored, data: left(stored) } : undefined,
    )
    .catch(ignore);
}
