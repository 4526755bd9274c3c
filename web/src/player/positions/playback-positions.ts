import type { PlayerModule } from "@/core/player";
import { RecentStart } from "./recent-start";
import { type PositionReport, ResumePositions } from "./resume-positions";

/** Age in milliseconds after which positions of other devices are refetched when the page is visible again. */
const POSITIONS_FRESH_MS = 60_000;

/** The resume positions of the signed-in user, and the rules by which playback follows other devices. */
export class PlaybackPositions {
  readonly #rules: PlayerModule;
  readonly #onNews: (ids: readonly string[]) => void;
  readonly #justBegun = new RecentStart();
  #positions: ResumePositions | undefined;
  #readMs = 0;
  #isFollowing = false;

  /** `onNews` receives the ids whose position came from another device or tab. What it changes is not reported. */
  constructor(rules: PlayerModule, onNews: (ids: readonly string[]) => void) {
    this.#rules = rules;
    this.#onNews = onNews;
  }

  /** Starts with the positions of a user. */
  begin(uid: string): void {
    this.#positions = new ResumePositions(uid, this.#rules, (ids) => {
      this.#isFollowing = true;
      try {
        this.#onNews(ids);
      } finally {
        this.#isFollowing = false;
      }
    });
  }

  /** Stops sending and deletes the user's data from memory. */
  end(): void {
    this.#positions?.end();
    this.#positions = undefined;
    this.#readMs = 0;
    this.#justBegun.end();
  }

  /** Returns the start position of a track in seconds. */
  startSecsOf(id: string): number {
    return this.#positions?.startSecsOf(id) ?? 0;
  }

  record(report: PositionReport): void {
    if (!this.#isFollowing) this.#positions?.record(report);
  }

  /**
   * Requests positions of other devices when the user starts a track: all of them if they were not read within the last
   * minute, otherwise the one of this track. The track after it (`isNext`) needs no request, because the user was not
   * listening on another device in between. Playback does not wait for the response, because phones permit it only
   * synchronously within a press.
   */
  onPlay(id: string | undefined, positionSecs: number, isNext: boolean): void {
    if (isNext) this.#justBegun.end();
    if (isNext || id === undefined || !this.#justBegun.begin(id, positionSecs)) return;
    if (this.#isFresh()) void this.#positions?.fetchOne(id);
    else this.refresh();
  }

  /** After a seek by the user, playback no longer jumps to the position of another device. */
  onSeek(): void {
    this.#justBegun.end();
  }

  /** Returns true if the track has only just started, so that a newer position of another device takes precedence. */
  hasJustStarted(id: string | undefined, positionSecs: number): boolean {
    return this.#justBegun.has(id, positionSecs);
  }

  /** Fetches the positions of other devices, unless they were read within the last minute. */
  refresh(): void {
    if (this.#isFresh()) return;
    const before = this.#readMs;
    const atMs = Date.now();
    this.#readMs = atMs;
    void this.#positions?.refresh().then((isRead) => {
      if (!isRead && this.#readMs === atMs) this.#readMs = before;
    });
  }

  #isFresh(): boolean {
    return Date.now() - this.#readMs < POSITIONS_FRESH_MS;
  }

  flushOnPageHide(): void {
    this.#positions?.flushOnPageHide();
  }
}
