import type { UploadFailure, UploadQueue } from "./queue";
import type { UploadTexts } from "./run";

export interface UploadSummary {
  kind: "ok" | "warn" | "bad";
  text: string;
}

const NAMED_MAX = 3;

/** Returns a text such as `“a.pdf” and “b.pdf” need your decision: the same files are already here.` */
function decisions(fileNames: readonly string[]): string {
  const named = fileNames.slice(0, NAMED_MAX).map((name) => `“${name}”`);
  const more = fileNames.length - named.length;
  const all = new Intl.ListFormat("en").format(more > 0 ? [...named, `${more} more`] : named);
  return fileNames.length === 1
    ? `${all} needs your decision: the same file is already here.`
    : `${all} need your decision: the same files are already here.`;
}

/** Returns a text such as `“a.pdf” waits until you publish it.` */
function reviews(fileNames: readonly string[]): string {
  return fileNames.length === 1
    ? `“${fileNames[0]}” waits until you publish it.`
    : `${fileNames.length} files wait until you publish them.`;
}

/** Returns the failure message. Suggests a retry only if it can help with at least one file. */
export function failedText(
  texts: Pick<UploadTexts, "failed" | "rejectedForGood">,
  failed: readonly Pick<UploadFailure, "retry">[],
) {
  const isBroken = failed.every(({ retry }) => retry === "none");
  return isBroken ? (texts.rejectedForGood ?? texts.failed) : texts.failed;
}

function whatFailed(count: number, known: number): string {
  if (known > 0) return count === 1 ? "one was" : `${count} were`;
  return count === 1 ? "the other was" : "the others were";
}

/**
 * Returns the result of all uploads once none is running; `undefined` for an empty queue. Counts published files
 * separately from failed ones. `noun` is the plural of the item: `notes`.
 */
export function uploadSummaryOf(queue: UploadQueue, texts: UploadTexts, noun: string): UploadSummary | undefined {
  const failed = queue.flatMap(({ phase }) => (phase.kind === "failed" ? [phase] : []));
  const known = queue.filter(({ phase }) => phase.kind === "known");
  const held = queue.filter(({ phase }) => phase.kind === "review");
  const undecided = known.length + held.length;
  const incomplete = failed.filter(({ isPublished }) => isPublished);
  const published = queue.filter(({ phase }) => phase.kind === "ready").length + incomplete.length;
  const all = queue.length;
  const lost = failed.length - incomplete.length;
  if (all === 0) return undefined;
  if (undecided === 0) {
    if (failed.length === 0) return { kind: "ok", text: texts.done };
    if (published === 0) return { kind: "bad", text: failedText(texts, failed) };
    if (published === all) {
      const uploaded = all === 1 ? "Uploaded, but not all of it." : `All ${all} ${noun} uploaded.`;
      return { kind: "bad", text: `${uploaded} The list says what is missing.` };
    }
  }
  const sentences: string[] = [];
  if (all > 1) sentences.push(`${published} of ${all} ${noun} uploaded.`);
  if (lost > 0) sentences.push(`The list says why ${whatFailed(lost, undecided)} not.`);
  if (known.length > 0) sentences.push(decisions(known.map(({ fileName }) => fileName)));
  if (held.length > 0) sentences.push(reviews(held.map(({ fileName }) => fileName)));
  return { kind: failed.length > 0 ? "bad" : "warn", text: sentences.join(" ") };
}
