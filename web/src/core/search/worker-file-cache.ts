import { WorkerError } from "./protocol";

/** Fetches the bytes of a file; `isAgain` means that the previous bytes were damaged. */
export type GetBytes = (isAgain: boolean, signal: AbortSignal) => Promise<ArrayBuffer>;

interface LoadedFile<Result> {
  version: string;
  loading: Promise<Result>;
  gone: AbortController;
}

/**
 * Files that a worker holds or is loading, each in one version. A caller that stops waiting does not stop the loading,
 * because the next request needs the file too. A newer version or `drop` stops it.
 */
export class WorkerFileCache<Name extends string, Reply> {
  readonly #files = new Map<Name, LoadedFile<Reply>>();
  readonly #transfer: (name: Name, bytes: ArrayBuffer) => Promise<Reply>;

  /** `transfer` passes bytes to the worker, which returns a summary. */
  constructor(transfer: (name: Name, bytes: ArrayBuffer) => Promise<Reply>) {
    this.#transfer = transfer;
  }

  /** Makes the worker hold this version of a file and no older one. */
  load(name: Name, version: string, getBytes: GetBytes): Promise<Reply> {
    const known = this.#files.get(name);
    if (known?.version === version) {
      this.#files.delete(name);
      this.#files.set(name, known);
      return known.loading;
    }
    known?.gone.abort(new Error("There is a newer file."));
    const gone = new AbortController();
    const fetchAndTransfer = async (isAgain: boolean) => {
      const bytes = await getBytes(isAgain, gone.signal);
      if (gone.signal.aborted) throw gone.signal.reason;
      return this.#transfer(name, bytes);
    };
    const isDamaged = (error: unknown) => error instanceof WorkerError && error.reason === "catalogue";
    const loading = fetchAndTransfer(false).catch((error: unknown) => {
      // A cache may hold a truncated copy, so the second request bypasses every cache.
      if (isDamaged(error) && !gone.signal.aborted) return fetchAndTransfer(true);
      throw error;
    });
    const mine = { version, loading, gone };
    this.#files.delete(name);
    this.#files.set(name, mine);
    loading.catch(() => {
      // The next request retries.
      if (this.#files.get(name) === mine) this.#files.delete(name);
    });
    return loading;
  }

  /** Whether the worker holds a version of this file, or is loading it. */
  has(name: Name): boolean {
    return this.#files.has(name);
  }

  /** Returns the names of all files, least recently used first. */
  names(): Name[] {
    return [...this.#files.keys()];
  }

  /** Drops a file and cancels its loading. */
  drop(name: Name, reason: string): void {
    this.#files.get(name)?.gone.abort(new Error(reason));
    this.#files.delete(name);
  }
}
