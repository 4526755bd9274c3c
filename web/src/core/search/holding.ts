import { CoreFailure } from "./protocol";

/** Gets the bytes of a file; `isAgain` says that what came before was damaged. */
export type GetBytes = (isAgain: boolean, signal: AbortSignal) => Promise<ArrayBuffer>;

interface Held<Answer> {
  version: string;
  loading: Promise<Answer>;
  gone: AbortController;
}

/**
 * The files that a worker holds, or is about to, each in one version. Whoever stops waiting does not stop the loading, for the
 * next question needs it too; a newer version and `drop` do.
 */
export class Holding<Name extends string, Answer> {
  readonly #held = new Map<Name, Held<Answer>>();
  readonly #handOver: (name: Name, bytes: ArrayBuffer) => Promise<Answer>;

  /** `handOver` gives bytes to the worker, which says what is in them. */
  constructor(handOver: (name: Name, bytes: ArrayBuffer) => Promise<Answer>) {
    this.#handOver = handOver;
  }

  /** Has the worker hold this version of a file, and no older one. */
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
      // As for courses: a cut-off copy on the way is fetched once more, past every cache.
      if (isDamaged(error) && !gone.signal.aborted) return load(true);
      throw error;
    });
    const mine = { version, loading, gone };
    this.#held.set(name, mine);
    loading.catch(() => {
      // The next question tries again.
      if (this.#held.get(name) === mine) this.#held.delete(name);
    });
    return loading;
  }

  /** Whether the worker holds a version of this file, or is about to. */
  has(name: Name): boolean {
    return this.#held.has(name);
  }

  names(): Name[] {
    return [...this.#held.keys()];
  }

  /** Forgets a file, and breaks off its loading. */
  drop(name: Name, reason: string): void {
    this.#held.get(name)?.gone.abort(new Error(reason));
    this.#held.delete(name);
  }
}
