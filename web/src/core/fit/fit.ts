import type { StudyFit } from "../generated/pkg/fit_core";
import type { FitBatch, FitReply } from "./fit.worker";

export type { FitBatch };

/** Number of reviews, and the result of the fit if there are enough reviews. */
export interface FitResult {
  reviews: number;
  fit: StudyFit | undefined;
}

/** Failure to load the module that fits the model. */
export class FitUnavailable extends Error {
  override readonly name = "FitUnavailable";
}

/**
 * Fits the memory model to the complete review log, in a separate worker that ends afterwards, so that no card waits
 * for it.
 */
export function fitInWorker(batches: readonly FitBatch[]): Promise<FitResult> {
  const worker = new Worker(new URL("./fit.worker.ts", import.meta.url), { type: "module" });
  const fitting = new Promise<FitResult>((resolve, reject) => {
    worker.addEventListener("error", () => reject(new FitUnavailable()));
    worker.addEventListener("message", ({ data }: MessageEvent<FitReply>) => {
      if (data.kind === "done") resolve({ reviews: data.reviews, fit: data.fit });
      else reject(data.kind === "unavailable" ? new FitUnavailable() : new Error(data.message));
    });
    worker.postMessage(batches);
  });
  return fitting.finally(() => worker.terminate());
}
