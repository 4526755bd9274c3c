/** Pauses between tries while the server cannot be reached, in milliseconds; the last one repeats. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000];

/** Tries again after growing pauses, and at once when the network comes back. One thing at a time. */
export class Patience {
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | undefined;

  /** Calls `again` once: after a delay, or when the browser is online again. */
  retry(again: () => void): void {
    this.#cancel();
    const go = () => {
      this.#cancel();
      again();
    };
    this.#timer = setTimeout(go, PAUSES_MS[Math.min(this.#tries, PAUSES_MS.length - 1)]);
    this.#tries += 1;
    window.addEventListener("online", go);
    this.#stop = () => window.removeEventListener("online", go);
  }

  /** Nothing has to be tried again; the next pause is a short one. */
  end(): void {
    this.#cancel();
    this.#tries = 0;
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#stop?.();
    this.#stop = undefined;
  }
}
