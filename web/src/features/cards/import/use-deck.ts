import { useCallback, useEffect, useState } from "react";
import type { ConvertedDeck } from "@/data/cards/decks";
import { newUlid } from "@/lib/text/ulid";
import { UploadError } from "@/parts/uploading/sending/errors";
import type { FileProgress, UploadAttempt } from "@/parts/uploading/sending/upload-file";
import { uploadDeck } from "./upload-deck";

interface Chosen extends UploadAttempt {
  file: File;
}

/** State of the upload of the selected deck. */
type DeckState =
  | { is: "none" }
  | { is: "sending"; progress: FileProgress }
  /** Waiting for the connection. */
  | { is: "paused" }
  | { is: "read"; deck: ConvertedDeck }
  | { is: "rejected"; problem: string; canRetry: boolean };

const NO_ANSWER = "The cards of this deck could not be loaded. Check your connection and try again.";

/** Uploads the selected deck and reads its cards. Selecting another file, or none, cancels the upload. */
export function useDeckUpload() {
  const [chosen, setChosen] = useState<Chosen>();
  const [state, setState] = useState<DeckState>({ is: "none" });
  useEffect(() => {
    if (!chosen) {
      setState({ is: "none" });
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const say = (state: DeckState) => {
      if (!signal.aborted) setState(state);
    };
    say({ is: "sending", progress: 0 });
    uploadDeck(
      chosen.file,
      chosen,
      (progress) => say({ is: "sending", progress }),
      (isPaused) => say(isPaused ? { is: "paused" } : { is: "sending", progress: 0 }),
      signal,
    ).then(
      (deck) => say({ is: "read", deck }),
      (error: unknown) => {
        if (signal.aborted) return;
        console.warn("A deck was not read.", error);
        const isSaid = error instanceof UploadError;
        say({
          is: "rejected",
          problem: isSaid ? error.message : NO_ANSWER,
          canRetry: !isSaid || error.retry !== "none",
        });
      },
    );
    return () => controller.abort(new Error("called off"));
  }, [chosen]);
  const choose = useCallback((file: File | undefined) => setChosen(file && { file, id: newUlid(), attempt: 1 }), []);
  const retry = useCallback(() => setChosen((before) => before && { ...before, attempt: before.attempt + 1 }), []);
  return { file: chosen?.file, state, choose, retry };
}
