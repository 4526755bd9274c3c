import { useEffect, useState } from "react";
import { hasUnfinishedUploads, type UploadQueue } from "./queue";
import type { UploadTexts } from "./run";
import { type UploadSummary, uploadSummaryOf } from "./upload-summary";

/** Returns the result of the last uploads. Calls `onSuccess` if all succeeded; a failure keeps the form values. */
export function useUploadSummary(
  queue: UploadQueue,
  texts: UploadTexts,
  noun: string,
  onSuccess: () => void,
): UploadSummary | undefined {
  const busy = hasUnfinishedUploads(queue);
  const undecided = queue.filter(({ phase }) => phase.kind === "known" || phase.kind === "review").length;
  const [seen, setSeen] = useState({ busy, undecided });
  const [outcome, setOutcome] = useState<UploadSummary>();
  useEffect(() => {
    if (seen.busy === busy && seen.undecided === undecided) return;
    setSeen({ busy, undecided });
    if (busy) {
      setOutcome(undefined);
      return;
    }
    const ended = uploadSummaryOf(queue, texts, noun);
    setOutcome(ended);
    if (ended?.kind === "ok") onSuccess();
  }, [busy, undecided, seen, queue, texts, noun, onSuccess]);
  return outcome;
}
