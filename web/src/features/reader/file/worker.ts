import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url";

/** A worker in which pdf.js reads files. */
export interface EngineWorker {
  worker: Worker;
  /** Never succeeds; fails if the worker could not be fetched or has broken off. */
  failed: Promise<never>;
}

let ready: EngineWorker | undefined;

/** Starts a worker for the next file, if none waits: it is fetched and compiled while the rest is on its way. */
export function startWorker(): void {
  ready ??= start();
}

/** The worker for one file; whoever takes it ends it. */
export function takeWorker(): EngineWorker {
  const taken = ready ?? start();
  ready = undefined;
  return taken;
}

function start(): EngineWorker {
  const worker = new Worker(workerUrl, { type: "module" });
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => {
      // The next one is fetched again.
      if (ready?.worker === worker) ready = undefined;
      reject(new Error("The worker that reads the file could not be started."));
    });
  });
  failed.catch(() => undefined);
  return { worker, failed };
}
