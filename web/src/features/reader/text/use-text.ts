import { useCallback, useEffect, useRef, useState } from "react";
import type { ReadableNote } from "@/api/models";
import { type NoteText, noteTextQuery } from "@/data/notes/note-text";
import { queryClient } from "@/data/query/query-client";
import { loadChunk } from "@/lib/loading/load-chunk";

type TextCode = Awaited<typeof import("./reader-text-code")>["code"];

/** The text of a note and the code that shows it. */
export interface LoadedText {
  text: NoteText;
  code: TextCode;
}

const loadCode = () => loadChunk(async () => (await import("./reader-text-code")).code);

/** Loads the text of a note and the code of the text view, when they are needed for the first time. */
export function useText(note: ReadableNote, isWanted: boolean) {
  const latest = useRef(note);
  latest.current = note;
  const [loaded, setLoaded] = useState<LoadedText>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const isNeeded = isWanted && !loaded;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again.
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isOver = false;
    setError(undefined);
    Promise.all([queryClient.fetchQuery(noteTextQuery(latest.current)), loadCode()]).then(
      ([text, code]) => !isOver && setLoaded({ text, code }),
      (failure: unknown) => {
        if (isOver) return;
        console.warn("The text of the note could not be loaded.", failure);
        setError(failure);
      },
    );
    return () => {
      isOver = true;
    };
  }, [isNeeded, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { loaded, error, retry };
}
