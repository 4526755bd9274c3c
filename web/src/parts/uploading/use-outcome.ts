import { useEffect, useState } from "react";
import { type Outcome, outcomeOf } from "./outcome";
import { isBusy, type UploadQueue } from "./queue";
import type { UploadTexts } from "./run";

/** The sentence about the last round. `onSuccess` is called when all of it went well; a failure keeps the form. */
export function useOutcome(
  queue: UploadQueue,
  texts: UploadTexts,
  noun: string,
  onSuccess: () => void,
): Outcome | undefined {
  const busy = isBusy(queue);
  const [wasBusy, setWasBusy] = useState(busy);
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (wasBusy === busy) return;
    setWasBusy(busy);
    if (busy) {
      setOutcome(undefined);
      return;
    }
    const ended = outcomeOf(queue, texts, noun);
    setOutcome(ended);
    if (ended?.kind === "ok") onSuccess();
  }, [busy, wasBusy, queue, texts, noun, onSuccess]);
  return outcome;
}
