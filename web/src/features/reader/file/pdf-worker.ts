import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url";

export interface PdfWorker {
  worker: Worker;
  /** Never resolves. Rejects if the worker script fails to load or throws an error. */
  failed: Promise<never>;
}

let ready: PdfWorker | undefined;

/** Starts a worker in advance, so that its script loads in parallel with the rest of the reader. */
export function prestartPdfWorker(): void {
  ready ??= start();
}

/** Returns the worker that was started in advance, or a new one. The caller must terminate it. */
export function takePdfWorker(): PdfWorker {
  const taken = ready ?? start();
  ready = undefined;
  return taken;
}

function start(): PdfWorker {
  const worker = new Worker(workerUrl, { type: "module" });
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => {
      // Discard this worker, so that the next file gets a new one.
      if (ready?.worker === worker) ready = undefined;
      reject(new Error("The worker that reads the file could not be started."));
    });
  });
  failed.catch(() => undefined);
  return { worker, failed };
}
