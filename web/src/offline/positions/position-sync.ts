import { isTransient } from "@/api/problem";
import { POSITIONS_BATCH_MAX } from "@/core/limits";
import { userStorage } from "@/lib/browser/storage";
import { newUlid } from "@/lib/text/ulid";

/** Storage key of the device id. */
const DEVICE_KEY = "device";
/** Maximum number of stored positions per kind. The oldest are removed first; the server still has them. */
const STORED_MAX_ITEMS = 1000;

/** Fields by which the core decides which of two positions is newer. */
interface HlcStamped {
  counter: number;
  device: string;
}

export interface PositionEntry<P> {
  id: string;
  position: P;
}

interface StoredPositions<P> {
  positions: Record<string, P>;
  /** Ids of positions that neither the outbox nor the server has. */
  unsent: string[];
}

/** Operations on one kind of position. */
export interface PositionSyncOptions<P> {
  key: string;
  /** Returns the newer of two positions, by a rule of the core. */
  merge: (one: P, other: P) => P;
  /**
   * Passes positions on to be sent. Returns the newest known positions of the items after that. `isLast`: the request
   * must outlive the page.
   */
  send: (items: readonly PositionEntry<P>[], isLast: boolean) => Promise<readonly PositionEntry<P>[]>;
  /** Called after each change with the ids whose position came from another device or tab. */
  onChange?: (changedIds: readonly string[]) => void;
}

/**
 * A user's positions in items of one kind, as far as this device knows them. A page stores its own positions at once,
 * also while it is being closed, and passes them to the outbox from time to time. Positions that a closed page did not
 * pass on are still stored and are sent by a later page. The core merges two positions by the same commutative rule as
 * the server.
 */
export class PositionSync<P extends HlcStamped> {
  /** Random id of this device. */
  readonly device: string;
  readonly #storage: ReturnType<typeof userStorage>;
  readonly #options: PositionSyncOptions<P>;
  readonly #ending = new AbortController();
  #stored: StoredPositions<P> = { positions: {}, unsent: [] };
  /** Last text read from or written to storage. */
  #text: string | undefined;
  /** Resolves when every position that was passed on has an outcome. */
  #handedOver: Promise<unknown> = Promise.resolve();
  /** Positions that are being sent, by item id. */
  readonly #leaving = new Map<string, { counter: number; isLast: boolean }>();

  constructor(uid: string, kind: PositionSyncOptions<P>) {
    this.#storage = userStorage(uid);
    this.#options = kind;
    this.device = this.#storage.get(DEVICE_KEY) ?? newUlid();
    this.#storage.set(DEVICE_KEY, this.device);
    this.#read();
    const { signal } = this.#ending;
    window.addEventListener("storage", () => this.#hearOtherTabs(), { signal });
  }

  get(id: string): P | undefined {
    return this.#stored.positions[id];
  }

  all(): Readonly<Record<string, P>> {
    return this.#stored.positions;
  }

  /** Stores a position of this device. `isToSend`: it must be sent to the server. */
  store(id: string, position: P, isToSend: boolean): void {
    // Sign-out wiped the storage: do not write to it again.
    if (!this.hasEnded) this.#take([{ id, position }], [id], isToSend);
  }

  /** Merges positions from the server. */
  mergeRemote(received: readonly PositionEntry<P>[]): void {
    if (!this.hasEnded) this.#take(received, [], false);
  }

  /** Passes on the unsent positions. Never rejects: failed ones are passed on later. */
  async send(): Promise<void> {
    await this.#begin(this.#unsent(false), false);
  }

  /**
   * Sends unsent positions in a request that outlives the page. Sends each position once, even if the page reports its
   * end repeatedly.
   */
  flushOnPageHide(): void {
    if (navigator.onLine) void this.#begin(this.#unsent(true).slice(0, POSITIONS_BATCH_MAX), true);
    else void this.send();
  }

  get hasEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Stops sending and merging. */
  end(): void {
    this.#ending.abort();
  }

  #begin(items: readonly PositionEntry<P>[], isLast: boolean): Promise<unknown> {
    this.#handedOver = Promise.all([this.#handedOver, this.#handOver(items, isLast)]);
    return this.#handedOver;
  }

  async #handOver(items: readonly PositionEntry<P>[], isLast: boolean): Promise<void> {
    if (this.hasEnded || items.length === 0) return;
    for (const { id, position } of items) this.#leaving.set(id, { counter: position.counter, isLast });
    let merged: readonly PositionEntry<P>[] | undefined;
    try {
      merged = await this.#options.send(items, isLast);
    } catch (error) {
      // The server rejects the last request of a page as a whole. The outbox then sends each of its positions
      // separately.
      if (!isTransient(error) && !isLast) {
        console.warn("Positions were refused and are kept on this device only.", error);
        merged = [];
      }
    }
    for (const { id, position } of items)
      if (this.#leaving.get(id)?.counter === position.counter) this.#leaving.delete(id);
    if (merged) this.#confirm(items, merged);
    // The page is still open, so send the positions with the others.
    else if (isLast) void this.send();
  }

  /**
   * Returns the unsent positions that are not being sent. The last request of a page also contains those that were
   * passed to the outbox, because the page may end before the outbox has stored them.
   */
  #unsent(isLast: boolean): PositionEntry<P>[] {
    const { positions, unsent } = this.#stored;
    return unsent.flatMap((id) => {
      const position = positions[id];
      const leaving = this.#leaving.get(id);
      const isLeaving = leaving?.counter === position?.counter && (leaving?.isLast || !isLast);
      return position && !isLeaving ? [{ id, position }] : [];
    });
  }

  /** Marks positions as sent, unless they changed in the meantime, and merges the response. */
  #confirm(sent: readonly PositionEntry<P>[], acknowledged: readonly PositionEntry<P>[]): void {
    if (this.hasEnded) return;
    const confirmed = new Map(sent.map(({ id, position }) => [id, position.counter]));
    this.#read();
    const isOpen = (id: string) => this.#stored.positions[id]?.counter !== confirmed.get(id);
    this.#stored = { ...this.#stored, unsent: this.#stored.unsent.filter(isOpen) };
    this.#take(acknowledged, [], false);
  }

  /** Merges positions into the stored ones. `own` are ids of positions from this device. */
  #take(news: readonly PositionEntry<P>[], own: readonly string[], isToSend: boolean): void {
    this.#read();
    const positions = { ...this.#stored.positions };
    const changed: string[] = [];
    for (const { id, position } of news) {
      const stored = positions[id];
      const counts = stored ? this.#options.merge(stored, position) : position;
      if (stored && counts.counter === stored.counter && counts.device === stored.device) continue;
      positions[id] = counts;
      changed.push(id);
    }
    const unsent = isToSend ? [...new Set([...this.#stored.unsent, ...own])] : this.#stored.unsent;
    this.#stored = { positions: newest(positions), unsent };
    this.#storage.set(this.#options.key, JSON.stringify(this.#stored));
    // If storage is full or disabled, the positions in memory remain valid.
    this.#text = this.#storage.get(this.#options.key);
    this.#options.onChange?.(changed.filter((id) => !own.includes(id)));
  }

  #hearOtherTabs(): void {
    const before = this.#stored.positions;
    this.#read();
    const changed = Object.entries(this.#stored.positions).filter(
      ([id, { counter }]) => before[id]?.counter !== counter,
    );
    if (changed.length > 0) this.#options.onChange?.(changed.map(([id]) => id));
  }

  /** Reads what another tab wrote. That tab has merged the earlier writes of this one. */
  #read(): void {
    const text = this.#storage.get(this.#options.key);
    if (text === undefined || text === this.#text) return;
    this.#text = text;
    // The entry is truncated. Keep the positions in memory; the server has the rest.
    this.#stored = parse<P>(text) ?? this.#stored;
  }
}

/** Returns the user's locally stored positions of one kind, by item id. */
export function readStoredPositions<P>(uid: string, key: string): Readonly<Record<string, P>> {
  const text = userStorage(uid).get(key);
  return (text !== undefined && parse<P>(text)?.positions) || {};
}

export function countUnsentPositions(uid: string, key: string): number {
  const text = userStorage(uid).get(key);
  return (text !== undefined && parse(text)?.unsent.length) || 0;
}

/** Parses stored positions. Returns `undefined` if the text is truncated. */
function parse<P>(text: string): StoredPositions<P> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isStoredState = typeof value === "object" && value !== null && "positions" in value && "unsent" in value;
    return isStoredState ? (value as StoredPositions<P>) : undefined;
  } catch {
    return undefined;
  }
}

function newest<P extends HlcStamped>(positions: Record<string, P>): Record<string, P> {
  const all = Object.entries(positions);
  if (all.length <= STORED_MAX_ITEMS) return positions;
  all.sort(([, a], [, b]) => b.counter - a.counter);
  return Object.fromEntries(all.slice(0, STORED_MAX_ITEMS));
}
