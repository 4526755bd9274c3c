import type { SleepTimer } from "./types";

/** Ends playing after some minutes, or with the track that plays. */
export class Sleep {
  readonly #fallAsleep: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #when: SleepTimer | undefined;

  constructor(fallAsleep: () => void) {
    this.#fallAsleep = fallAsleep;
  }

  get when(): SleepTimer | undefined {
    return this.#when;
  }

  after(when: number | "end" | undefined): void {
    clearTimeout(this.#timer);
    if (when === undefined) {
      this.#when = undefined;
    } else if (when === "end") {
      this.#when = { kind: "end" };
    } else {
      const lastsMs = Math.max(0, when * 60_000);
      this.#when = { kind: "minutes", endsAtMs: Date.now() + lastsMs };
      this.#timer = setTimeout(() => this.check(), lastsMs);
    }
  }

  /** Whether the track that plays is to be the last one; if so, the timer is over. */
  endsNow(): boolean {
    if (this.#when?.kind !== "end") return false;
    this.#when = undefined;
    return true;
  }

  /** A timer of the page stands still while a laptop sleeps, so the clock is looked at, too. */
  check(): void {
    if (this.#when?.kind !== "minutes" || Date.now() < this.#when.endsAtMs) return;
    this.after(undefined);
    this.#fallAsleep();
  }
}
