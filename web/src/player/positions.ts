import { type AudioPosition, readPositions, sendPositions } from "@/api/positions";
import { ApiProblem } from "@/api/problem";
import { POSITION_SENT_EVERY_MS, POSITIONS_BATCH_MAX } from "@/core/limits";
import type { PlayerModule, Position } from "@/core/player";
import { personalStorage } from "@/lib/storage";
import { newUlid } from "@/lib/ulid";
import { type KeptPositions, POSITIONS_KEY, parsePositions } from "./kept-positions";
import { heardPositions } from "./store";
import type { HeardPosition } from "./types";

/** The entry among the things that this device keeps for one person. */
const DEVICE_KEY = "device";
/** Most positions kept on this device; the oldest go first, and the server has them. */
const KEPT_MAX_ITEMS = 1000;

/** A position report of the player, in seconds. */
interface HeardNow {
  audioId: string;
  positionSecs: number;
  durationSecs: number | undefined;
  isFinished: boolean;
  isRestart: boolean;
  /** It goes on playing: the server need not hear of each such report. */
  isPassing: boolean;
}

type Rules = Pick<PlayerModule, "recordPosition" | "mergePositions" | "startOf">;

/** What the server is asked for; replaced in tests. */
export interface PositionsServer {
  /** Hands over what was heard on any device, unless this one has it all. */
  read(keep: (positions: readonly AudioPosition[]) => void): Promise<void>;
  send(items: readonly AudioPosition[], keepalive?: boolean): Promise<AudioPosition[]>;
}

const serverFor = (uid: string): PositionsServer => ({
  read: (keep) => readPositions(uid, keep),
  send: sendPositions,
});

/**
 * Where one person stopped, in every audio note. Kept on this device at once, and sent as soon as the server can be
 * reached; what is not sent yet survives a reload. Which of two positions counts is a rule of the core, the same here
 * and on the server, so the order in which they meet does not matter.
 */
export class Positions {
  readonly #storage: ReturnType<typeof personalStorage>;
  readonly #device: string;
  readonly #rules: Rules;
  readonly #server: PositionsServer;
  /** Called with the ids whose position came from elsewhere. */
  readonly #onNews: (ids: readonly string[]) => void;
  readonly #forget = new AbortController();
  #kept: KeptPositions = { positions: {}, unsent: [] };
  /** What `#kept` was read from or written as. */
  #text: string | undefined;
  #sending: Promise<void> | undefined;
  /** What was recorded last. */
  #told: HeardNow | undefined;
  /** When the server was told last, by `Date.now()`. */
  #sentAtMs = 0;

  constructor(
    uid: string,
    rules: Rules,
    onNews: (ids: readonly string[]) => void,
    server: PositionsServer = serverFor(uid),
  ) {
    this.#storage = personalStorage(uid);
    this.#rules = rules;
    this.#server = server;
    this.#onNews = onNews;
    const device = this.#storage.get(DEVICE_KEY) ?? newUlid();
    this.#storage.set(DEVICE_KEY, device);
    this.#device = device;
    this.#read();
    this.#publish();
    const { signal } = this.#forget;
    window.addEventListener("storage", () => this.#hearOtherTabs(), { signal });
    window.addEventListener("online", () => void this.send(), { signal });
  }

  /** Where to start an audio note, in seconds. */
  startOf(audioId: string): number {
    const position = this.#kept.positions[audioId];
    return position ? this.#rules.startOf(position) : 0;
  }

  /**
   * Keeps what was heard here, and tells the server in the background: at once of a pause, a jump or an end, and now and
   * then while it plays. Where it was told to be already is not sent: a page closed long after it was paused must not
   * overwrite a newer position of another device.
   */
  record(heard: HeardNow): void {
    const { audioId, positionSecs, durationSecs, isFinished, isRestart, isPassing } = heard;
    if (this.#told && !isNews(heard, this.#told)) return;
    const isDue = !isPassing || Date.now() - this.#sentAtMs >= POSITION_SENT_EVERY_MS;
    this.#told = { ...heard, isPassing: !isDue };
    const seen = this.#kept.positions[audioId];
    const position = this.#rules.recordPosition(
      seen,
      this.#device,
      positionSecs,
      durationSecs,
      isFinished,
      isRestart,
      Date.now(),
    );
    this.#take([{ audioId, position }], [audioId]);
    if (!isDue) return;
    this.#sentAtMs = Date.now();
    void this.send();
  }

  /** Sends what the server has not confirmed. Never rejects: what could not be sent waits for another time. */
  send(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** Sends what is waiting in a request that outlives the page. */
  sendLast(): void {
    const items = this.#unsent();
    if (items.length > 0) this.#server.send(items, true).then(this.#confirmer(items), () => undefined);
  }

  /** Asks the server for what was heard on other devices. Never rejects. */
  async refresh(): Promise<void> {
    try {
      await this.#server.read((positions) => {
        if (!this.#forget.signal.aborted) this.#take(positions, []);
      });
    } catch (error) {
      console.warn("Where you stopped on other devices could not be read.", error);
    }
    await this.send();
  }

  /** The session is over: nothing is sent or shown any more. */
  end(): void {
    this.#forget.abort();
    heardPositions.set(new Map());
  }

  async #sendAll(): Promise<void> {
    for (let items = this.#unsent(); items.length > 0 && !this.#forget.signal.aborted; items = this.#unsent()) {
      try {
        this.#confirmer(items)(await this.#server.send(items));
      } catch (error) {
        if (mayWorkLater(error)) return;
        console.warn("Positions were refused and are kept on this device only.", error);
        this.#confirmer(items)([]);
      }
    }
  }

  #unsent(): AudioPosition[] {
    const { positions, unsent } = this.#kept;
    const items = unsent.map((audioId) => ({ audioId, position: positions[audioId] }));
    return items.filter((item): item is AudioPosition => item.position !== undefined).slice(0, POSITIONS_BATCH_MAX);
  }

  /** Takes what was sent off the list, unless it has changed meanwhile, and learns what counts now. */
  #confirmer(sent: readonly AudioPosition[]) {
    return (answer: readonly AudioPosition[]): void => {
      if (this.#forget.signal.aborted) return;
      const confirmed = new Map(sent.map(({ audioId, position }) => [audioId, position.counter]));
      this.#read();
      const isOpen = (id: string) => this.#kept.positions[id]?.counter !== confirmed.get(id);
      this.#kept = { ...this.#kept, unsent: this.#kept.unsent.filter(isOpen) };
      this.#take(answer, []);
    };
  }

  /** Merges positions into what is kept; `unsent` are those that the server has to hear of. */
  #take(news: readonly AudioPosition[], unsent: readonly string[]): void {
    this.#read();
    const positions = { ...this.#kept.positions };
    const changed: string[] = [];
    for (const { audioId, position } of news) {
      const held = positions[audioId];
      const counts = held ? this.#rules.mergePositions(held, position) : position;
      if (held && counts.counter === held.counter && counts.device === held.device) continue;
      positions[audioId] = counts;
      changed.push(audioId);
    }
    this.#kept = { positions: newest(positions), unsent: [...new Set([...this.#kept.unsent, ...unsent])] };
    this.#storage.set(POSITIONS_KEY, JSON.stringify(this.#kept));
    // Full or closed storage keeps what it had; what is held here counts all the same.
    this.#text = this.#storage.get(POSITIONS_KEY);
    this.#publish();
    const isFromElsewhere = (id: string) => !unsent.includes(id);
    if (changed.some(isFromElsewhere)) this.#onNews(changed.filter(isFromElsewhere));
  }

  #hearOtherTabs(): void {
    const before = this.#kept.positions;
    this.#read();
    const changed = Object.entries(this.#kept.positions).filter(([id, { counter }]) => before[id]?.counter !== counter);
    if (changed.length === 0) return;
    this.#publish();
    this.#onNews(changed.map(([id]) => id));
  }

  #publish(): void {
    const before = heardPositions.get();
    const heard = new Map<string, HeardPosition>();
    for (const [id, { isFinished, positionMs }] of Object.entries(this.#kept.positions)) {
      const held = before.get(id);
      const positionSecs = positionMs / 1000;
      // The same object while nothing changes: rows that did not change are not drawn again.
      const isSame = held?.isFinished === isFinished && held.positionSecs === positionSecs;
      heard.set(id, isSame ? held : { isFinished, positionSecs });
    }
    heardPositions.set(heard);
  }

  /** Another tab may have written since; it has merged what this one wrote before. */
  #read(): void {
    const text = this.#storage.get(POSITIONS_KEY);
    if (text === undefined || text === this.#text) return;
    this.#text = text;
    // Truncated: what is in memory counts, and the server has the rest.
    this.#kept = parsePositions(text) ?? this.#kept;
  }
}

/** The element stops a moment after it was paused, so that the same place is told with slightly different numbers. */
const SAME_PLACE_SECS = 1;

function isNews(heard: HeardNow, told: HeardNow): boolean {
  return (
    heard.audioId !== told.audioId ||
    heard.isFinished !== told.isFinished ||
    heard.isRestart !== told.isRestart ||
    // The server was not told where it was in passing.
    (told.isPassing && !heard.isPassing) ||
    Math.abs(heard.positionSecs - told.positionSecs) >= SAME_PLACE_SECS
  );
}

/** What is worth sending again, unlike a refusal. */
function mayWorkLater(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return true;
  return error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;
}

function newest(positions: Record<string, Position>): Record<string, Position> {
  const all = Object.entries(positions);
  if (all.length <= KEPT_MAX_ITEMS) return positions;
  all.sort(([, a], [, b]) => b.counter - a.counter);
  return Object.fromEntries(all.slice(0, KEPT_MAX_ITEMS));
}
