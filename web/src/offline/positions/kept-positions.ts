import { isTransient } from "@/api/problem";
import { POSITIONS_BATCH_MAX } from "@/core/limits";
import { personalStorage } from "@/lib/browser/storage";
import { newUlid } from "@/lib/text/ulid";

/** Storage key of the device id. */
const DEVICE_KEY = "device";
/** Maximum number of stored positions per kind. The oldest are removed first; the server still has them. */
const KEPT_MAX_ITEMS = 1000;

/** Fields by which the core compares two positions. */
interface Stamped {
  counter: number;
  device: string;
}

export interface Placed<P> {
  id: string;
  position: P;
}

interface Kept<P> {
  positions: Record<string, P>;
  /** Ids of positions that the server has not confirmed. */
  unsent: string[];
}

/** Operations on one kind of position. */
export interface KindOfPosition<P> {
  key: string;
  /** Returns the winner of two positions, by a rule of the core. */
  merge: (one: P, other: P) => P;
  /** Sends positions and returns those that count now. With `keepalive`, the request outlives the page. */
  send: (items: readonly Placed<P>[], keepalive: boolean) => Promise<readonly Placed<P>[]>;
  /** Called after each change with the ids whose position came from another device or tab. */
  onChange?: (fromElsewhere: readonly string[]) => void;
}

/**
 * A user's positions in items of one kind. They are stored at once and sent when the server is reachable; unsent ones
 * survive a reload. The core merges two positions by the same commutative rule as the server.
 */
export class KeptPositions<P extends Stamped> {
  /** Random id of this device. */
  readonly device: string;
  readonly #storage: ReturnType<typeof personalStorage>;
  readonly #kind: KindOfPosition<P>;
  readonly #forget = new AbortController();
  #kept: Kept<P> = { positions: {}, unsent: [] };
  /** Last text read from or written to storage. */
  #text: string | undefined;
  #sending: Promise<void> | undefined;
  /** True if positions changed since the last request began. */
  #isWanted = false;
  /** Counters of positions in keepalive requests in flight, by item id. */
  readonly #leaving = new Map<string, number>();

  constructor(uid: string, kind: KindOfPosition<P>) {
    this.#storage = personalStorage(uid);
    this.#kind = kind;
    this.device = this.#storage.get(DEVICE_KEY) ?? newUlid();
    this.#storage.set(DEVICE_KEY, this.device);
    this.#read();
    const { signal } = this.#forget;
    window.addEventListener("storage", () => this.#hearOtherTabs(), { signal });
    window.addEventListener("online", () => void this.send(), { signal });
  }

  get(id: string): P | undefined {
    return this.#kept.positions[id];
  }

  all(): Readonly<Record<string, P>> {
    return this.#kept.positions;
  }

  /** Stores a position of this device. `isToSend`: the server must receive it. */
  keep(id: string, position: P, isToSend: boolean): void {
    // Sign-out wiped the storage: do not write to it again.
    if (!this.isOver) this.#take([{ id, position }], [id], isToSend);
  }

  /** Merges positions from the server. */
  learn(news: readonly Placed<P>[]): void {
    if (!this.isOver) this.#take(news, [], false);
  }

  /**
   * Sends unconfirmed positions. Never rejects: failed ones are sent later. Positions stored during a request go with
   * the next call.
   */
  send(): Promise<void> {
    this.#isWanted = true;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /**
   * Sends unconfirmed positions in a request that outlives the page. Sends each position once, even if the page reports
   * its end repeatedly.
   */
  sendLast(): void {
    if (!navigator.onLine) {
      void this.send();
      return;
    }
    const items = this.#unsent(this.#kept.unsent)
      .filter(({ id, position }) => this.#leaving.get(id) !== position.counter)
      .slice(0, POSITIONS_BATCH_MAX);
    if (items.length === 0) return;
    for (const { id, position } of items) this.#leaving.set(id, position.counter);
    this.#kind
      .send(items, true)
      .then(this.#confirmer(items))
      .finally(() => {
        for (const { id, position } of items) if (this.#leaving.get(id) === position.counter) this.#leaving.delete(id);
      })
      // The page is still open: send them with the others.
      .catch(() => this.send());
  }

  get isOver(): boolean {
    return this.#forget.signal.aborted;
  }

  /** Stops sending and merging. */
  end(): void {
    this.#forget.abort();
  }

  async #sendAll(): Promise<void> {
    while (this.#isWanted && !this.isOver) {
      this.#isWanted = false;
      const waiting = this.#kept.unsent;
      for (let from = 0; from < waiting.length && !this.isOver; from += POSITIONS_BATCH_MAX) {
        const items = this.#unsent(waiting.slice(from, from + POSITIONS_BATCH_MAX));
        if (items.length > 0 && !(await this.#sendSome(items))) return;
      }
    }
  }

  /** Sends one batch. Returns false if it must be retried. */
  async #sendSome(items: readonly Placed<P>[]): Promise<boolean> {
    try {
      this.#confirmer(items)(await this.#kind.send(items, false));
    } catch (error) {
      if (isTransient(error)) return false;
      console.warn("Positions were refused and are kept on this device only.", error);
      this.#confirmer(items)([]);
    }
    return true;
  }

  #unsent(ids: readonly string[]): Placed<P>[] {
    const { positions, unsent } = this.#kept;
    return ids.flatMap((id) => {
      const position = unsent.includes(id) ? positions[id] : undefined;
      return position ? [{ id, position }] : [];
    });
  }

  /** Returns a callback that marks sent positions as confirmed, unless they changed since, and merges the response. */
  #confirmer(sent: readonly Placed<P>[]) {
    return (answer: readonly Placed<P>[]): void => {
      if (this.isOver) return;
      const confirmed = new Map(sent.map(({ id, position }) => [id, position.counter]));
      this.#read();
      const isOpen = (id: string) => this.#kept.positions[id]?.counter !== confirmed.get(id);
      this.#kept = { ...this.#kept, unsent: this.#kept.unsent.filter(isOpen) };
      this.#take(answer, [], false);
    };
  }

  /** Merges positions into the stored ones. `own` are ids of positions from this device. */
  #take(news: readonly Placed<P>[], own: readonly string[], isToSend: boolean): void {
    this.#read();
    const positions = { ...this.#kept.positions };
    const changed: string[] = [];
    for (const { id, position } of news) {
      const held = positions[id];
      const counts = held ? this.#kind.merge(held, position) : position;
      if (held && counts.counter === held.counter && counts.device === held.device) continue;
      positions[id] = counts;
      changed.push(id);
    }
    const unsent = isToSend ? [...new Set([...this.#kept.unsent, ...own])] : this.#kept.unsent;
    this.#kept = { positions: newest(positions), unsent };
    this.#storage.set(this.#kind.key, JSON.stringify(this.#kept));
    // If storage is full or disabled, the positions in memory remain valid.
    this.#text = this.#storage.get(this.#kind.key);
    this.#kind.onChange?.(changed.filter((id) => !own.includes(id)));
  }

  #hearOtherTabs(): void {
    const before = this.#kept.positions;
    this.#read();
    const changed = Object.entries(this.#kept.positions).filter(([id, { counter }]) => before[id]?.counter !== counter);
    if (changed.length > 0) this.#kind.onChange?.(changed.map(([id]) => id));
  }

  /** Reads what another tab wrote. That tab has merged the earlier writes of this one. */
  #read(): void {
    const text = this.#storage.get(this.#kind.key);
    if (text === undefined || text === this.#text) return;
    this.#text = text;
    // Truncated: keep the positions in memory. The server has the rest.
    this.#kept = parse<P>(text) ?? this.#kept;
  }
}

/** Returns the user's locally stored positions of one kind, by item id. */
export function positionsKept<P>(uid: string, key: string): Readonly<Record<string, P>> {
  const text = personalStorage(uid).get(key);
  return (text !== undefined && parse<P>(text)?.positions) || {};
}

export function countUnsentPositions(uid: string, key: string): number {
  const text = personalStorage(uid).get(key);
  return (text !== undefined && parse(text)?.unsent.length) || 0;
}

/** Parses stored positions. Returns `undefined` if the text is truncated. */
function parse<P>(text: string): Kept<P> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isKept = typeof value === "object" && value !== null && "positions" in value && "unsent" in value;
    return isKept ? (value as Kept<P>) : undefined;
  } catch {
    return undefined;
  }
}

function newest<P extends Stamped>(positions: Record<string, P>): Record<string, P> {
  const all = Object.entries(positions);
  if (all.length <= KEPT_MAX_ITEMS) return positions;
  all.sort(([, a], [, b]) => b.counter - a.counter);
  return Object.fromEntries(all.slice(0, KEPT_MAX_ITEMS));
}
