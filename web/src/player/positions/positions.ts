import { POSITION_SENT_EVERY_MS } from "@/core/limits";
import type { PlayerModule, Position } from "@/core/player";
import { type AudioPosition, readPosition, readPositions, sendPositions } from "@/data/positions/positions";
import { HEARD_KEY } from "@/lib/browser/storage";
import { KeptPositions, type Placed } from "@/offline/positions/kept-positions";
import { heardPositions } from "../store";
import type { HeardPosition } from "../types";

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
  /** Where the person stopped in one audio note, if they ever heard it. */
  readOne(audioId: string): Promise<AudioPosition | undefined>;
  send(items: readonly AudioPosition[], keepalive?: boolean): Promise<AudioPosition[]>;
}

const serverFor = (uid: string): PositionsServer => ({
  read: (keep) => readPositions(uid, keep),
  readOne: readPosition,
  send: sendPositions,
});

const placed = ({ audioId, position }: AudioPosition): Placed<Position> => ({ id: audioId, position });

/** Where one person stopped, in every audio note; what is shown of it is in `heardPositions`. */
export class Positions {
  readonly #kept: KeptPositions<Position>;
  readonly #rules: Rules;
  readonly #server: PositionsServer;
  /** What was recorded last. */
  #told: HeardNow | undefined;
  /** When the server was told last, by `Date.now()`. */
  #sentAtMs = 0;
  /** Whether what is waiting is sent once what happens now is over. */
  #isDue = false;

  /** `onNews` is called with the ids whose position came from elsewhere. */
  constructor(
    uid: string,
    rules: Rules,
    onNews: (ids: readonly string[]) => void,
    server: PositionsServer = serverFor(uid),
  ) {
    this.#rules = rules;
    this.#server = server;
    this.#kept = new KeptPositions<Position>(uid, {
      key: HEARD_KEY,
      merge: rules.mergePositions,
      send: async (items, keepalive) => {
        const positions = items.map(({ id, position }) => ({ audioId: id, position }));
        return (await server.send(positions, keepalive)).map(placed);
      },
      onChange: (fromElsewhere) => {
        this.#publish();
        if (fromElsewhere.length > 0) onNews(fromElsewhere);
      },
    });
    this.#publish();
  }

  /** Where to start an audio note, in seconds. */
  startOf(audioId: string): number {
    const position = this.#kept.get(audioId);
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
    const isTime = Date.now() - this.#sentAtMs >= POSITION_SENT_EVERY_MS;
    const isDue = !isPassing || (isTime && !endsSoon(heard));
    this.#told = { ...heard, isPassing: !isDue };
    const position = this.#rules.recordPosition(
      this.#kept.get(audioId),
      this.#kept.device,
      positionSecs,
      durationSecs,
      isFinished,
      isRestart,
      Date.now(),
    );
    this.#kept.keep(audioId, position, true);
    if (!isDue) return;
    this.#sentAtMs = Date.now();
    this.#isDue = true;
    // A page that is hidden has it sent by `sendLast`, and once is enough.
    queueMicrotask(() => {
      if (this.#isDue) void this.send();
    });
  }

  /** Sends what the server has not confirmed. Never rejects: what could not be sent waits for another time. */
  send(): Promise<void> {
    this.#isDue = false;
    return this.#kept.send();
  }

  /** Sends what is waiting in a request that outlives the page. */
  sendLast(): void {
    this.#isDue = false;
    this.#kept.sendLast();
  }

  /** Asks the server for what was heard on other devices. Never rejects. */
  async refresh(): Promise<void> {
    try {
      await this.#server.read((positions) => this.#kept.learn(positions.map(placed)));
    } catch (error) {
      console.warn("Where you stopped on other devices could not be read.", error);
    }
    await this.send();
  }

  /** Asks the server where the person stopped in one audio note. Never rejects. */
  async ask(audioId: string): Promise<void> {
    try {
      if (!navigator.onLine) return;
      const position = await this.#server.readOne(audioId);
      if (position) this.#kept.learn([placed(position)]);
    } catch (error) {
      console.warn("Where you stopped on other devices could not be read.", error);
    }
  }

  /** The session is over: nothing is sent or shown any more. */
  end(): void {
    this.#kept.end();
    heardPositions.set(new Map());
  }

  #publish(): void {
    const before = heardPositions.get();
    const heard = new Map<string, HeardPosition>();
    for (const [id, { isFinished, positionMs }] of Object.entries(this.#kept.all())) {
      const held = before.get(id);
      const positionSecs = positionMs / 1000;
      // The same object while nothing changes: rows that did not change are not drawn again.
      const isSame = held?.isFinished === isFinished && held.positionSecs === positionSecs;
      heard.set(id, isSame ? held : { isFinished, positionSecs });
    }
    heardPositions.set(heard);
  }
}

/** An end that comes this soon is told instead of where it is before, in seconds. */
const SOON_SECS = 30;

const endsSoon = ({ positionSecs, durationSecs }: HeardNow) =>
  durationSecs !== undefined && durationSecs - positionSecs <= SOON_SECS;

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
