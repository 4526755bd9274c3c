import { vi } from "vitest";
import type { PlayerModule } from "@/core/player";
import { startWasmModule } from "@/core/testing";
import type { PlayableTrack } from "./types";

/** Starts the real core for tests. This module also has a fake audio element and tracks. */

export function startPlayerCore(): Promise<PlayerModule> {
  return startWasmModule("player_core");
}

/** Audio element without sound. It dispatches only the events that the test triggers. */
export class FakeElement extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3;
  readyState = 0;
  currentTime = 0;
  duration = Number.NaN;
  paused = true;
  ended = false;
  seeking = false;
  error: { code: number; message: string } | null = null;
  preload = "";
  volume = 1;
  muted = false;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  preservesPitch = false;
  bufferedTo = 0;
  /** Error with which `play` rejects. */
  rejection: DOMException | undefined;
  /** Calls in order, for example `src a`, `play`, `pause`, `load`. */
  readonly calls: string[] = [];
  #src: string | undefined;

  get src(): string {
    return this.#src ?? "";
  }

  set src(url: string) {
    this.#src = url;
    this.calls.push(`src ${url}`);
    Object.assign(this, { paused: true, ended: false, currentTime: 0, readyState: 0, error: null });
    this.duration = Number.NaN;
    this.playbackRate = this.defaultPlaybackRate;
  }

  get buffered() {
    return { length: this.bufferedTo > 0 ? 1 : 0, start: () => 0, end: () => this.bufferedTo };
  }

  hasAttribute(name: string): boolean {
    return name === "src" && this.#src !== undefined;
  }

  removeAttribute(name: string): void {
    if (name === "src") this.#src = undefined;
  }

  load(): void {
    this.calls.push("load");
    this.paused = true;
  }

  play(): Promise<void> {
    this.calls.push("play");
    if (this.rejection) return Promise.reject(this.rejection);
    this.paused = false;
    return Promise.resolve();
  }

  pause(): void {
    this.calls.push("pause");
    this.paused = true;
  }

  dispatch(type: string): void {
    this.dispatchEvent(new Event(type));
  }

  /** Simulates a loaded source. */
  finishLoading(durationSecs = 100): void {
    this.duration = durationSecs;
    this.readyState = 4;
    this.dispatch("loadedmetadata");
    this.dispatch("canplay");
    if (!this.paused) this.dispatch("playing");
  }

  playTo(positionSecs: number): void {
    this.currentTime = positionSecs;
    this.dispatch("timeupdate");
  }

  end(): void {
    Object.assign(this, { currentTime: this.duration, ended: true, paused: true });
    this.dispatch("pause");
    this.dispatch("ended");
  }

  /** Dispatches an error. `code` as in `MediaError`: 2 network, 3 decode, 4 not supported. */
  fail(code: number): void {
    this.error = { code, message: "as the test wants" };
    this.dispatch("error");
  }

  asElement(): HTMLAudioElement {
    return this as unknown as HTMLAudioElement;
  }
}

/** Creates a track of 100 s on the Deep Dive shelf. */
export function track(id: string, more: Partial<PlayableTrack> = {}): PlayableTrack {
  return { id, title: id.toUpperCase(), subject: "CS 246", shelf: "deep-dive", durationSecs: 100, ...more };
}

/** Runs pending microtasks and timers without delay. */
export async function flushPromises(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}
