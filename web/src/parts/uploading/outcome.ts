import type { UploadQueue } from "./queue";
import type { UploadTexts } from "./run";

/** How a round of uploads ended, in a sentence. */
export interface Outcome {
  kind: "ok" | "bad";
  text: string;
}

/**
 * What is said once nothing is under way: what was uploaded is not called failed because something else was. Nothing when
 * there was nothing. `noun` is what several files become: 'notes'.
 */
export function outcomeOf(queue: UploadQueue, texts: UploadTexts, noun: string): Outcome | undefined {
  const phases = queue.map(({ phase }) => phase);
  const ready = phases.filter(({ kind }) => kind === "ready").length;
  const failed = phases.filter((phase) => phase.kind === "failed");
  const incomplete = failed.filter(({ isPublished }) => isPublished);
  const published = ready + incomplete.length;
  const all = ready + failed.length;
  if (all === 0) return undefined;
  if (failed.length === 0) return { kind: "ok", text: texts.done };
  if (published === 0) return { kind: "bad", text: texts.failed };
  if (published === all) {
    const uploaded = all === 1 ? "Uploaded, but not all of it." : `All ${all} ${noun} uploaded.`;
    return { kind: "bad", text: `${uploaded} The list says what is missing.` };
  }
  const others = all - published === 1 ? "other was" : "others were";
  return { kind: "bad", text: `${published} of ${all} ${noun} uploaded. The list says why the ${others} not.` };
}
