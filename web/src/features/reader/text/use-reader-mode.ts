import { useRef, useState } from "react";
import type { ReadableNote } from "@/api/models";
import { toast } from "@/ui/feedback/toast";
import { type ReaderMode, readerMode, rememberReaderMode } from "./text-mode";

/** Reason why a note has no text view. */
export const NO_TEXT = "No text is available for this note.";

/** Returns how the note is shown, and a function that switches. The choice is remembered for each note. */
export function useReaderMode(uid: string, note: ReadableNote): [mode: ReaderMode, toggle: () => void] {
  const hasText = note.textUrl !== undefined;
  const [mode, setMode] = useState<ReaderMode>(() => (hasText ? readerMode(uid, note.id) : "page"));
  const latest = useRef(mode);
  latest.current = mode;
  return [
    mode,
    () => {
      if (!hasText) {
        toast(NO_TEXT);
        return;
      }
      const next = latest.current === "text" ? "page" : "text";
      rememberReaderMode(uid, note.id, next);
      setMode(next);
    },
  ];
}
