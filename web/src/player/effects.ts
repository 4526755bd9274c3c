import type { PlayerEffects } from "@/core/player";

/** The arguments of an effect, by the names that the core's own description gives them. */
type Effect =
  | { type: "load"; load: number; trackId: string; startSecs: number; rate: number; needsNewAddress: boolean }
  | { type: "unload" }
  | { type: "play"; load: number }
  | { type: "pause"; load: number }
  | { type: "seek"; load: number; positionSecs: number }
  | { type: "setRate"; rate: number }
  | { type: "preload"; full: string[]; metadata: string[] }
  | { type: "retryAfter"; load: number; delayMs: number }
  | {
      type: "report";
      audioId: string;
      positionSecs: number;
      durationSecs: number | undefined;
      isFinished: boolean;
      isRestart: boolean;
    }
  | { type: "warn"; warning: "slow_load" | "slow_start"; audioId: string; tookMs: number }
  | { type: "skipNotice"; audioId: string; message: string }
  | { type: "log"; message: string };

/** Collects the core's effects. The core is not reentrant, so they are carried out after its call. */
export class Effects implements PlayerEffects {
  #waiting: Effect[] = [];

  get areWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** What is to be done, in this order. */
  take(): Effect[] {
    const effects = this.#waiting;
    this.#waiting = [];
    return effects;
  }

  load(load: number, trackId: string, startSecs: number, rate: number, needsNewAddress: boolean): void {
    this.#waiting.push({ type: "load", load, trackId, startSecs, rate, needsNewAddress });
  }

  unload(): void {
    this.#waiting.push({ type: "unload" });
  }

  play(load: number): void {
    this.#waiting.push({ type: "play", load });
  }

  pause(load: number): void {
    this.#waiting.push({ type: "pause", load });
  }

  seek(load: number, positionSecs: number): void {
    this.#waiting.push({ type: "seek", load, positionSecs });
  }

  setRate(rate: number): void {
    this.#waiting.push({ type: "setRate", rate });
  }

  preload(full: string[], metadata: string[]): void {
    this.#waiting.push({ type: "preload", full, metadata });
  }

  retryAfter(load: number, delayMs: number): void {
    this.#waiting.push({ type: "retryAfter", load, delayMs });
  }

  report(
    audioId: string,
    positionSecs: number,
    durationSecs: number | undefined,
    isFinished: boolean,
    isRestart: boolean,
  ): void {
    this.#waiting.push({ type: "report", audioId, positionSecs, durationSecs, isFinished, isRestart });
  }

  warn(warning: "slow_load" | "slow_start", audioId: string, tookMs: number): void {
    this.#waiting.push({ type: "warn", warning, audioId, tookMs });
  }

  skipNotice(audioId: string, message: string): void {
    this.#waiting.push({ type: "skipNotice", audioId, message });
  }

  log(message: string): void {
    this.#waiting.push({ type: "log", message });
  }
}
