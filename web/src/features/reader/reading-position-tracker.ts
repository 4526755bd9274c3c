import type { ReadableNote } from "@/api/models";
import { POSITION_SENT_EVERY_MS, READING_BEGUN_MIN_PERMILLE } from "@/core/limits";
import type { PlayerModule, ReadingPosition } from "@/core/player";
import { flushBeforeContinueReading } from "@/data/positions/continue-reading";
import { createReadingPositionSync } from "@/data/positions/reading-position-sync";
import type { PositionSync } from "@/offline/positions/position-sync";
import { session } from "@/session/session";
import type { ScrollPosition } from "./note-view";

/** Delay before the latest visible position is stored, in milliseconds. */
const KEPT_AFTER_MS = 500;

const isBegun = ({ page, scrolledFraction }: ScrollPosition) =>
  page > 1 || scrolledFraction * 1000 >= READING_BEGUN_MIN_PERMILLE;

type Rules = Pick<PlayerModule, "recordReading" | "mergeReadings" | "readingStart">;

/**
 * Resume position of one note. Reads it when the note opens and stores it on the device while the student reads. Sends
 * it to the server at the interval of recordings, when the page is hidden, and at the end. If the page is closed
 * before, the next page sends it (`flushReadingPositions`).
 */
export class ReadingPositionTracker {
  readonly #note: Pick<ReadableNote, "id" | "pages">;
  readonly #rules: Rules;
  readonly #kept: PositionSync<ReadingPosition>;
  readonly #end = new AbortController();
  readonly #unwatch = session.onEnd(() => this.#kept.end());
  // A page that lists the notes being read sends the position first.
  readonly #stopTelling = flushBeforeContinueReading(() => {
    this.#keep();
    return this.#tell();
  });
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Visible position that is not stored yet. */
  #shown: { spot: ScrollPosition; isEnd: boolean } | undefined;
  /** True if the student was past the beginning since the note was opened. */
  #wasBegun = false;
  /** True if the stored position was not sent to the server. */
  #isUntold = false;
  #toldAtMs = Date.now();

  constructor(uid: string, note: Pick<ReadableNote, "id" | "pages" | "position">, rules: Rules) {
    this.#note = note;
    this.#rules = rules;
    this.#kept = createReadingPositionSync(uid, rules);
    if (note.position) this.#kept.mergeRemote([{ id: note.id, position: note.position }]);
    const { signal } = this.#end;
    const hide = () => this.#hide();
    window.addEventListener("pagehide", hide, { signal });
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && hide(), { signal });
  }

  /** Returns the position at which the note opens: the page in the URL, or the resume position. */
  start(requestedPage: number | undefined): ScrollPosition {
    const left = this.#kept.get(this.#note.id);
    const [page, above] = left ? this.#rules.readingStart(left, this.#note.pages) : [1, 0];
    return requestedPage === undefined || requestedPage === page
      ? { page, scrolledFraction: above / 1000 }
      : { page: requestedPage, scrolledFraction: 0 };
  }

  record(spot: ScrollPosition, isEnd: boolean): void {
    this.#shown = { spot, isEnd };
    this.#timer ??= setTimeout(() => {
      this.#keep();
      if (Date.now() - this.#toldAtMs >= POSITION_SENT_EVERY_MS) void this.#tell();
    }, KEPT_AFTER_MS);
  }

  /** Stores the position, sends it in the background and stops. */
  flush(): void {
    this.#end.abort();
    this.#stopTelling();
    this.#keep();
    void this.#tell().finally(() => {
      this.#kept.end();
      this.#unwatch();
    });
  }

  #hide(): void {
    this.#keep();
    this.#noteTold();
    this.#kept.flushOnPageHide();
  }

  async #tell(): Promise<void> {
    this.#noteTold();
    await this.#kept.send();
  }

  #noteTold(): void {
    if (!this.#isUntold) return;
    this.#isUntold = false;
    this.#toldAtMs = Date.now();
  }

  #keep(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#shown) return;
    const { spot, isEnd } = this.#shown;
    this.#shown = undefined;
    const { id, pages } = this.#note;
    const left = this.#kept.get(id);
    const isRestart = this.#wasBegun && !isBegun(spot);
    this.#wasBegun ||= isBegun(spot);
    // Ignore a note that was only opened, and an unchanged position.
    if (!isBegun(spot) && !isRestart && !isEnd) return;
    const above = Math.floor(spot.scrolledFraction * 1000);
    const isSame = left?.page === spot.page && left.abovePermille === above && left.isFinished === isEnd;
    if (isSame && left.pages === pages) return;
    const { device } = this.#kept;
    const position = this.#rules.recordReading(
      left,
      device,
      spot.page,
      spot.scrolledFraction,
      pages,
      isEnd,
      isRestart,
      Date.now(),
    );
    this.#kept.store(id, position, true);
    this.#isUntold = true;
  }
}
