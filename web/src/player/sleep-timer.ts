import type { PlayableTrack, SleepTimer } from "./types";

/** Timer that stops playback after some minutes, or at the end of the current chapter or track. */
export class SleepCountdown {
  readonly #fallAsleep: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #when: SleepTimer | undefined;

  constructor(fallAsleep: () => void) {
    this.#fallAsleep = fallAsleep;
  }

  get timer(): SleepTimer | undefined {
    return this.#when;
  }

  start(when: number | "chapter" | "end" | undefined): void {
    clearTimeout(this.#timer);
    if (when === undefined) {
      this.#when = undefined;
    } else if (typeof when === "string") {
      this.#when = { kind: when };
    } else {
      const lastsMs = Math.max(0, when * 60_000);
      this.#when = { kind: "minutes", endsAtMs: Date.now() + lastsMs };
      this.#timer = setTimeout(() => this.stopIfDue(), lastsMs);
    }
  }

  afterTrack({ id, title }: PlayableTrack): void {
    this.start(undefined);
    this.#when = { kind: "track", id, title };
  }

  /** Clears the timer if it waits for a track that is not in the list. */
  keepIfListed(ids: readonly string[]): void {
    if (this.#when?.kind === "track" && !ids.includes(this.#when.id)) this.#when = undefined;
  }

  /** Returns true if playback stops after the chapter that ended, and clears the timer. */
  endsAfterChapter(): boolean {
    if (this.#when?.kind !== "chapter") return false;
    this.#when = undefined;
    return true;
  }

  /** Returns true if playback stops after the track that ended, and clears the timer. */
  endsAfter(id: string | undefined): boolean {
    const when = this.#when;
    if (when?.kind !== "end" && when?.kind !== "chapter" && !(when?.kind === "track" && when.id === id)) return false;
    this.#when = undefined;
    return true;
  }

  /**
   * Stops playback if the time is over. The timers of a page pause while a laptop sleeps, so this is also called on
   * other events.
   */
  stopIfDue(): void {
    if (this.#when?.kind !== "minutes" || Date.now() < this.#when.endsAtMs) return;
    this.start(undefined);
    this.#fallAsleep();
  }
}
