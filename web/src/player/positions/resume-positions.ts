import { POSITION_SENT_EVERY_MS } from "@/core/limits";
import type { PlayerModule, Position } from "@/core/player";
import {
  type AudioPosition,
  readAudioPosition,
  readAudioPositions,
  sendAudioPositions,
} from "@/data/positions/resume-positions";
import { AUDIO_POSITIONS_KEY } from "@/lib/browser/storage";
import { type PositionEntry, PositionSync } from "@/offline/positions/position-sync";
import { resumePositions } from "../store";
import type { ResumePosition } from "../types";

/** Position report of the player. */
export interface PositionReport {
  audioId: string;
  positionSecs: number;
  durationSecs: number | undefined;
  isFinished: boolean;
  isRestart: boolean;
  /** True while playback continues. These reports are throttled. */
  isPassing: boolean;
}

type Rules = Pick<PlayerModule, "recordPosition" | "mergePositions" | "startOf">;

/** Requests to the server. Replaced in tests. */
export interface PositionsServer {
  /** Passes the positions from all devices to `keep`, unless this device is up to date. */
  read(onReceived: (positions: readonly AudioPosition[]) => void): Promise<void>;
  /** Returns the position in one audio note, or `undefined` if the user never played it. */
  readOne(audioId: string): Promise<AudioPosition | undefined>;
  send(items: readonly AudioPosition[], keepalive?: boolean): Promise<AudioPosition[]>;
}

const serverFor = (uid: string): PositionsServer => ({
  read: (keep) => readAudioPositions(uid, keep),
  readOne: readAudioPosition,
  send: sendAudioPositions,
});

const toEntry = ({ audioId, position }: AudioPosition): PositionEntry<Position> => ({ id: audioId, position });

/** A user's positions in audio notes. Publishes them in `resumePositions`. */
export class ResumePositions {
  readonly #sync: PositionSync<Position>;
  readonly #rules: Rules;
  readonly #server: PositionsServer;
  /** Last recorded report. */
  #lastReport: PositionReport | undefined;
  /** Time of the last send (Unix milliseconds). */
  #sentAtMs = 0;
  /** True until the waiting positions are sent, at the end of the current task. */
  #isDue = false;

  /** `onNews` receives the ids whose position came from another device or tab. */
  constructor(
    uid: string,
    rules: Rules,
    onNews: (ids: readonly string[]) => void,
    server: PositionsServer = serverFor(uid),
  ) {
    this.#rules = rules;
    this.#server = server;
    this.#sync = new PositionSync<Position>(uid, {
      key: AUDIO_POSITIONS_KEY,
      merge: rules.mergePositions,
      send: async (items, keepalive) => {
        const positions = items.map(({ id, position }) => ({ audioId: id, position }));
        return (await server.send(positions, keepalive)).map(toEntry);
      },
      onChange: (changedIds) => {
        this.#publish();
        if (changedIds.length > 0) onNews(changedIds);
      },
    });
    this.#publish();
  }

  /** Returns the start position of an audio note in seconds. */
  startSecsOf(audioId: string): number {
    const position = this.#sync.get(audioId);
    return position ? this.#rules.startOf(position) : 0;
  }

  /**
   * Stores a position and sends it in the background: at once after a pause, seek or end, throttled during playback.
   * Unchanged positions are not sent. Otherwise a page closed long after a pause would overwrite a newer position of
   * another device.
   */
  record(report: PositionReport): void {
    const { audioId, positionSecs, durationSecs, isFinished, isRestart, isPassing } = report;
    if (this.#lastReport && !hasChanged(report, this.#lastReport)) return;
    const isTime = Date.now() - this.#sentAtMs >= POSITION_SENT_EVERY_MS;
    const isDue = !isPassing || (isTime && !endsSoon(report));
    this.#lastReport = { ...report, isPassing: !isDue };
    const position = this.#rules.recordPosition(
      this.#sync.get(audioId),
      this.#sync.device,
      positionSecs,
      durationSecs,
      isFinished,
      isRestart,
      Date.now(),
    );
    this.#sync.store(audioId, position, true);
    if (!isDue) return;
    this.#sentAtMs = Date.now();
    this.#isDue = true;
    // Deferred, because `flushOnPageHide` may send the position first when the page is hidden.
    queueMicrotask(() => {
      if (this.#isDue) void this.send();
    });
  }

  /** Sends unconfirmed positions. Never rejects: failed ones are sent later. */
  send(): Promise<void> {
    this.#isDue = false;
    return this.#sync.send();
  }

  /** Sends unconfirmed positions in a request that outlives the page. */
  flushOnPageHide(): void {
    this.#isDue = false;
    this.#sentAtMs = Date.now();
    this.#sync.flushOnPageHide();
  }

  /** Fetches positions of other devices and sends unconfirmed ones. Returns false if none could be read. Never rejects. */
  async refresh(): Promise<boolean> {
    let isRead = true;
    try {
      await this.#server.read((positions) => this.#sync.mergeRemote(positions.map(toEntry)));
    } catch (error) {
      isRead = false;
      console.warn("Where you stopped on other devices could not be read.", error);
    }
    await this.send();
    return isRead;
  }

  /** Fetches the position in one audio note. Never rejects. */
  async fetchOne(audioId: string): Promise<void> {
    try {
      if (!navigator.onLine) return;
      const position = await this.#server.readOne(audioId);
      if (position) this.#sync.mergeRemote([toEntry(position)]);
    } catch (error) {
      console.warn("Where you stopped on other devices could not be read.", error);
    }
  }

  /** Stops sending and clears the published positions. */
  end(): void {
    this.#sync.end();
    resumePositions.set(new Map());
  }

  #publish(): void {
    const before = resumePositions.get();
    const heard = new Map<string, ResumePosition>();
    for (const [id, { isFinished, positionMs }] of Object.entries(this.#sync.all())) {
      const held = before.get(id);
      const positionSecs = positionMs / 1000;
      // Keep the same object for unchanged positions, so that their rows do not rerender.
      const isSame = held?.isFinished === isFinished && held.positionSecs === positionSecs;
      heard.set(id, isSame ? held : { isFinished, positionSecs });
    }
    resumePositions.set(heard);
  }
}

/** If the track ends within this many seconds, throttled reports are skipped in favor of the end report. */
const SOON_SECS = 30;

const endsSoon = ({ positionSecs, durationSecs }: PositionReport) =>
  durationSecs !== undefined && durationSecs - positionSecs <= SOON_SECS;

/** After a pause the element moves slightly further. Positions within this many seconds count as equal. */
const SAME_PLACE_SECS = 1;

function hasChanged(heard: PositionReport, last: PositionReport): boolean {
  return (
    heard.audioId !== last.audioId ||
    heard.isFinished !== last.isFinished ||
    heard.isRestart !== last.isRestart ||
    // The last report was throttled and not sent.
    (last.isPassing && !heard.isPassing) ||
    Math.abs(heard.positionSecs - last.positionSecs) >= SAME_PLACE_SECS
  );
}
