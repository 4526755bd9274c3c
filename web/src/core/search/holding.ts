import { CoreFailure } from "./protocol";

/** Fetches the bytes of a file; `isAgain` means that the previous bytes were damaged. */
export type GetBytes = (isAgain: boolean, signal: AbortSignal) => Promise<ArrayBuffer>;

interface Held<Answer> {
  version: string;
  loading: Promise<Answer>;
  gone: AbortController;
}

/**
 * Files that a worker holds or is loading, each in one version. A caller that stops waiting does not stop the loading,
 * because the next request needs the file too. A newer version or `drop` stops it.
 */
export class Holding<Name extends string, Answer> {
  readonly #held = new Map<Name, Held<Answer>>();
  readonly #handOver: (name: Name, bytes: ArrayBuffer) => Promise<Answer>;

  /** `handOver` passes bytes to the worker, which returns a summary. */
  constructor(handOver: (name: Name, bytes: ArrayBuffer) => Promise<Answer>) {
    this.#handOver = handOver;
  }

  /** Makes the worker hold this version of a file and no older one. */
  hold(name: Name, version: string, getBytes: GetBytes): Promise<Answer> {
    const known = this.#held.get(name);
    if (known?.version === version) return known.loading;
    known?.gone.abort(new Error("There is a newer file."));
    const gone = new AbortController();
    const load = async (isAgain: boolean) => {
      const bytes = await getBytes(isAgain, gone.signal);
      if (gone.signal.aborted) throw gone.signal.reason;
      return this.#handOver(name, bytes);
    };
    const isDamaged = (error: unknown) => error instanceof CoreFailure && error.reason === "catalogue";
    const loading = load(false).catch((error: unknown) => {
      // A cache may hold a truncated copy, so it is fetched once more past every cache.
      if (isDamaged(error) && !gone.signal.aborted) return load(true);
      throw error;
    });
    const mine = { version, loading, gone };
    this.#held.set(name, mine);
    loading.catch(() => {
      // The next request retries.
      if (this.#held.get(name) === mine) this.#held.delete(name);
    });
    return loading;
  }

  /** Whether the worker holds a version of this file, or is loading it. */
  has(name: Name): boolean {
    return this.#held.has(name);
  }

  names(): Name[] {
    return [...this.#held.keys()];
  }

  /** Drops a file and cancels its loading. */
  drop(name: Name, reason: string): void {
    this.#held.get(name)?.gone.abort(new Error(reason));
    this.#held.delete(name);
  }
}
