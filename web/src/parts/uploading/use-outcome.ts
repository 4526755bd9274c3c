import { useEffect, useState } from "react";
import { isBusy, type UploadQueue } from "./queue";
import type { UploadTexts } from "./run";

/** The sentence about the last round. `onSuccess` is called when all of it went well; a failure keeps the form. */
export function useOutcome(queue: UploadQueue, texts: UploadTexts, onSuccess: () => void) {
  const busy = isBusy(queue);
  const [wasBusy, setWasBusy] = useState(busy);
  const [outcome, setOutcome] = useState<{ kind: "ok" | "bad"; text: string }>();
  useEffect(() => {
    if (wasBusy === busy) return;
    setWasBusy(busy);
    if (busy) {
      setOutcome(undefined);
      return;
    }
    const failed = queue.filter((item) => item.phase.kind === "failed").length;
    if (failed > 0) {
      setOutcome({ kind: "bad", text: texts.failed });
    } else if (queue.some((item) => item.phase.kind === "ready")) {
      setOutcome({ kind: "ok", text: texts.done });
      onSuccess();
    }
  }, [busy, wasBusy, queue, texts, onSuccess]);
  return outcome;
}
