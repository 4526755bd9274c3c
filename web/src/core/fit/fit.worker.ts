import type { StudyFit } from "../generated/pkg/fit_core";

/** A batch of the review log. */
export interface FitBatch {
  bytes: Uint8Array;
  receivedMs: number;
}

/** `unavailable`: the module could not be loaded, because the device is offline. */
export type FitReply =
  | { kind: "done"; reviews: number; fit: StudyFit | undefined }
  | { kind: "unavailable" }
  | { kind: "failed"; message: string };

/** Fits the memory model to the complete review log. Takes about a second for 40,000 reviews. */
async function fitted(batches: readonly FitBatch[]): Promise<FitReply> {
  const module = await import("../generated/pkg/fit_core").catch(() => undefined);
  if (!module) return { kind: "unavailable" };
  const core = new module.FitCore();
  for (const { bytes, receivedMs } of batches) {
    if (!core.read(bytes, receivedMs)) console.warn("A batch of answers could not be read.");
  }
  return { kind: "done", reviews: core.reviews(), fit: core.fit() };
}

self.addEventListener("message", ({ data }: MessageEvent<readonly FitBatch[]>) => {
  fitted(data).then(
    (reply) => self.postMessage(reply),
    (error: unknown) => self.postMessage({ kind: "failed", message: String(error) } satisfies FitReply),
  );
});
