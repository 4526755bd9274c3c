import { ApiProblem } from "@/api/problem";
import { POSITIONS_BATCH_MAX } from "@/core/limits";
import { personalStorage } from "@/lib/browser/storage";
import { newUlid } from "@/lib/text/ulid";

/** The entry among the things that this device keeps for one person. */
const DEVICE_KEY = "device";
/** Most positions of one kind kept on this device; the oldest go first, and the server has them. */
const KEPT_MAX_ITEMS = 1000;

/** A position of either kind, by what the core compares it by. */
interface Stamped {
  counter: number;
  device: string;
}

/** Where the person is in one thing. */
export interface Placed<P> {
  id: string;
  position: P;
}

/** Where one person stopped, as this device keeps it. */
interface Kept<P> {
  positions: Record<string, P>;
  /** Ids whose position the server has not confirmed. */
  unsent: string[];
}

/** What positions of one kind need. */
export interface KindOfPosition<P> {
  /** The entry that they are kept under. */
  key: string;
  /** The winner of two: a rule of the core. */
  merge: (one: P, other: P) => P;
  /** Sends them and answers with what counts now. With `keepalive` in a request that outlives the page. */
  send: (items: readonly Placed<P>[], keepalive: boolean) => Promise<readonly Placed<P>[]>;
  /** Called after each change, with the ids whose position came from elsewhere. */
  onChange?: (fromElsewhere: readonly string[]) => void;
}

/**
 * Where one person stopped, in every thing of one kind. Kept on this device at once, and sent as soon as the server can
 * be reached; what is not sent yet survives a reload. Which of two positions counts is a rule of the core, the same here
 * and on the server, so the order in which they meet does not matter.
 */
export class KeptPositions<P extends Stamped> {
  /** The name that this device gave itself. */
  readonly device: string;
  readonly #storage: ReturnType<typeof personalStorage>;
  readonly #kind: KindOfPosition<P>;
  readonly #forget = new AbortController();
  #kept: Kept<P> = { positions: {}, unsent: [] };
  /** What `#kept` was read from or written as. */
  #text: string | undefined;
  #sending: Promise<void> | undefined;
  /** Whether somebody wants to send what has changed since the last request began. */
  #isWanted = false;
  /** The counters of what is under way in requests that outlive the page, by id. */
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

  /** The position that counts, as far as this device knows. */
  get(id: string): P | undefined {
    return this.#kept.positions[id];
  }

  all(): Readonly<Record<string, P>> {
    return this.#kept.positions;
  }

  /** Keeps a position of this device; with `isToSend` the server has to hear of it. */
  keep(id: string, position: P, isToSend: boolean): void {
    // A sign-out has wiped what this device kept: nothing is written behind it.
    if (!this.isOver) this.#take([{ id, position }], [id], isToSend);
  }

  /** Merges what the server said into what is kept. */
  learn(news: readonly Placed<P>[]): void {
    if (!this.isOver) this.#take(news, [], false);
  }

  /**
   * Sends what the server has not confirmed. Never rejects: what could not be sent waits for another time. What is kept
   * while a request is under way goes with the next one that somebody wants.
   */
  send(): Promise<void> {
    this.#isWanted = true;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** Sends what is waiting in a request that outlives the page. Each position once, however often the page says that it ends. */
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
      // The page is still there: it waits like everything that could not be sent.
      .catch(() => this.send());
  }

  get isOver(): boolean {
    return this.#forget.signal.aborted;
  }

  /** Nothing is sent or learnt any more. */
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

  /** Whether these reached the server, or never will. */
  async #sendSome(items: readonly Placed<P>[]): Promise<boolean> {
    try {
      this.#confirmer(items)(await this.#kind.send(items, false));
    } catch (error) {
      if (mayWorkLater(error)) return false;
      console.warn("Positions were refused and are kept on this device only.", error);
      this.#confirmer(items)([]);
    }
    return true;
  }

  /** The positions of those among `ids` that the server has not confirmed. */
  #unsent(ids: readonly string[]): Placed<P>[] {
    const { positions, unsent } = this.#kept;
    return ids.flatMap((id) => {
      const position = unsent.includes(id) ? positions[id] : undefined;
      return position ? [{ id, position }] : [];
    });
  }

  /** Takes what was sent off the list, unless it has changed meanwhile, and learns what counts now. */
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

  /** Merges positions into what is kept; `own` are those of this device. */
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
    // Full or closed storage keeps what it had; what is held here counts all the same.
    this.#text = this.#storage.get(this.#kind.key);
    this.#kind.onChange?.(changed.filter((id) => !own.includes(id)));
  }

  #hearOtherTabs(): void {
    const before = this.#kept.positions;
    this.#read();
    const changed = Object.entries(this.#kept.positions).filter(([id, { counter }]) => before[id]?.counter !== counter);
    if (changed.length > 0) this.#kind.onChange?.(changed.map(([id]) => id));
  }

  /** Another tab may have written since; it has merged what this one wrote before. */
  #read(): void {
    const text = this.#storage.get(this.#kind.key);
    if (text === undefined || text === this.#text) return;
    this.#text = text;
    // Truncated: what is in memory counts, and the server has the rest.
    this.#kept = parse<P>(text) ?? this.#kept;
  }
}

/** Where one person stopped, in everything of a kind that this device knows of. */
export function positionsKept<P>(uid: string, key: string): Readonly<Record<string, P>> {
  const text = personalStorage(uid).get(key);
  return (text !== undefined && parse<P>(text)?.positions) || {};
}

/** In how many things of a kind the server does not know yet where this person stopped. */
export function countUnsentPositions(uid: string, key: string): number {
  const text = personalStorage(uid).get(key);
  return (text !== undefined && parse(text)?.unsent.length) || 0;
}

/** What is kept; nothing when it is truncated. */
function parse<P>(text: string): Kept<P> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isKept = typeof value === "object" && value !== null && "positions" in value && "unsent" in value;
    return isKept ? (value as Kept<P>) : undefined;
  } catch {
    return undefined;
  }
}

/** What is worth sending again, unlike a refusal. */
function mayWorkLater(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return true;
  return error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;
}

function newest<P extends Stamped>(positions: Record<string, P>): Record<string, P> {
  const all = Object.entries(positions);
  if (all.length <= KEPT_MAX_ITEMS) return positions;
  all.sort(([, a], [, b]) => b.counter - a.counter);
  return Object.fromEntries(all.slice(0, KEPT_MAX_ITEMS));
}
