import type { ReadableNote } from "@/api/models";
import { POSITION_SENT_EVERY_MS, READING_BEGUN_MIN_PERMILLE } from "@/core/limits";
import type { PlayerModule, ReadingPosition } from "@/core/player";
import { tellBeforeReadingList } from "@/data/positions/reading";
import { readingPlaces } from "@/data/positions/reading-places";
import type { KeptPositions } from "@/offline/positions/kept-positions";
import { session } from "@/session/session";
import type { Spot } from "./view";

/** How long a place is looked at before it is kept, in milliseconds. */
const KEPT_AFTER_MS = 500;

const isBegun = ({ page, above }: Spot) => page > 1 || above * 1000 >= READING_BEGUN_MIN_PERMILLE;

type Rules = Pick<PlayerModule, "recordReading" | "mergeReadings" | "readingStart">;

/**
 * Where the student is in one note: taken up when it is opened, kept on this device while it is read, and told to the
 * server as seldom as where they are in a recording, when the page is hidden, and at the end. What a page that dies has not
 * told is handed over by the next one (`sendLeftPlaces`).
 */
export class Place {
  readonly #note: Pick<ReadableNote, "id" | "pages">;
  readonly #rules: Rules;
  readonly #kept: KeptPositions<ReadingPosition>;
  readonly #end = new AbortController();
  readonly #unwatch = session.onEnd(() => this.#kept.end());
  // A page that shows what is being read asks before this note is left.
  readonly #stopTelling = tellBeforeReadingList(() => {
    this.#keep();
    return this.#tell();
  });
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What is shown and not kept yet. */
  #shown: { spot: Spot; isEnd: boolean } | undefined;
  /** Whether the student was beyond the beginning since the note was opened. */
  #wasBegun = false;
  /** Whether the server has not been told of what is kept. */
  #isUntold = false;
  #toldAtMs = Date.now();

  constructor(uid: string, note: Pick<ReadableNote, "id" | "pages" | "position">, rules: Rules) {
    this.#note = note;
    this.#rules = rules;
    this.#kept = readingPlaces(uid, rules);
    if (note.position) this.#kept.learn([{ id: note.id, position: note.position }]);
    const { signal } = this.#end;
    const hide = () => this.#hide();
    window.addEventListener("pagehide", hide, { signal });
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && hide(), { signal });
  }

  /** Where the note opens: where it was left, or at the page that the address names. */
  start(named: number | undefined): Spot {
    const left = this.#kept.get(this.#note.id);
    const [page, above] = left ? this.#rules.readingStart(left, this.#note.pages) : [1, 0];
    return named === undefined || named === page ? { page, above: above / 1000 } : { page: named, above: 0 };
  }

  /** Something else is looked at. */
  show(spot: Spot, isEnd: boolean): void {
    this.#shown = { spot, isEnd };
    this.#timer ??= setTimeout(() => {
      this.#keep();
      if (Date.now() - this.#toldAtMs >= POSITION_SENT_EVERY_MS) void this.#tell();
    }, KEPT_AFTER_MS);
  }

  /** The note is left: the server hears of it in the background. */
  leave(): void {
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
    this.#kept.sendLast();
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
    // An opening is nothing to report, and neither is the place that is known.
    if (!isBegun(spot) && !isRestart && !isEnd) return;
    const above = Math.floor(spot.above * 1000);
    const isSame = left?.page === spot.page && left.abovePermille === above && left.isFinished === isEnd;
    if (isSame && left.pages === pages) return;
    const { device } = this.#kept;
    const position = this.#rules.recordReading(
      left,
      device,
      spot.page,
      spot.above,
      pages,
      isEnd,
      isRestart,
      Date.now(),
    );
    this.#kept.keep(id, position, true);
    this.#isUntold = true;
  }
}
