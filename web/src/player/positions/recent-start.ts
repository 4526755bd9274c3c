import { RESUME_MIN_MS } from "@/core/limits";

/** Time in seconds after the start of a track during which playback may still jump to a position of another device. */
const FOLLOWS_SECS = RESUME_MIN_MS / 1000;

/** Time in milliseconds after which the position of the same track may be requested again. */
const ASKED_AGAIN_MS = 5000;

/** The track that was started last. Decides whether its playback may jump to a position of another device. */
export class RecentStart {
  #id: string | undefined;
  #fromSecs = 0;
  #atMs = 0;

  /** Records that a track starts or resumes. Returns true if the position should be requested from the server. */
  begin(id: string, positionSecs: number): boolean {
    const isRepeated = this.#id === id && Date.now() - this.#atMs < ASKED_AGAIN_MS;
    this.#id = id;
    this.#fromSecs = positionSecs;
    if (!isRepeated) this.#atMs = Date.now();
    return !isRepeated;
  }

  /** Called after a seek by the user and at the end of the session. */
  end(): void {
    this.#id = undefined;
  }

  /** Returns true if a track has only just started, so that a newer position of another device takes precedence. */
  has(id: string | undefined, positionSecs: number): boolean {
    return id !== undefined && id === this.#id && positionSecs < this.#fromSecs + FOLLOWS_SECS;
  }
}
