import { RESUME_MIN_MS } from "@/core/limits";

/** For this long after playback began it still goes where another device stopped, in seconds. */
const FOLLOWS_SECS = RESUME_MIN_MS / 1000;

/** The server is not asked again for the same position within this time, in milliseconds. */
const ASKED_AGAIN_MS = 5000;

/** The track that began to play last, and whether its listener may still be taken to where another device stopped. */
export class JustBegun {
  #id: string | undefined;
  #fromSecs = 0;
  #atMs = 0;

  /** Notes that a track begins or goes on at a position. Returns whether to ask the server where another device stopped. */
  begin(id: string, positionSecs: number): boolean {
    const isAsked = this.#id === id && Date.now() - this.#atMs < ASKED_AGAIN_MS;
    this.#id = id;
    this.#fromSecs = positionSecs;
    if (!isAsked) this.#atMs = Date.now();
    return !isAsked;
  }

  /** The listener has chosen a position, or nothing plays any more. */
  end(): void {
    this.#id = undefined;
  }

  /** Whether a track has only begun, so that a newer position of another device counts more. */
  has(id: string | undefined, positionSecs: number): boolean {
    return id !== undefined && id === this.#id && positionSecs < this.#fromSecs + FOLLOWS_SECS;
  }
}
