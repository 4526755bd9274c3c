/** Backoff in milliseconds while the server cannot be reached. The last value repeats. */
const BACKOFF_MS = [1000, 2000, 4000, 8000, 15_000];

/** Retries with backoff, and at once when the browser is online again. Holds one retry at a time. */
export class RetryBackoff {
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | undefined;

  retry(again: () => void): void {
    this.#cancel();
    const go = () => {
      this.#cancel();
      again();
    };
    this.#timer = setTimeout(go, BACKOFF_MS[Math.min(this.#attempts, BACKOFF_MS.length - 1)]);
    this.#attempts += 1;
    window.addEventListener("online", go);
    this.#stop = () => window.removeEventListener("online", go);
  }

  end(): void {
    this.#cancel();
    this.#attempts = 0;
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#stop?.();
    this.#stop = undefined;
  }
}
