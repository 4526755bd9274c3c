import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useRef, useState } from "react";
import type { ReadableNote } from "@/api/models";
import { loadPlayer } from "@/core/player";
import { type DocumentLoad, takeDocumentLoad } from "./file/document-load";
import { ReadingPositionTracker } from "./reading-position-tracker";

export interface OpenFile {
  file: PDFDocumentProxy;
  first: PDFPageProxy;
}

/** File of a note, which may still be opening, and its resume position. */
export interface OpenNote {
  file: Promise<PDFDocumentProxy>;
  /** `undefined` if the player module failed to load. The note still opens, without its resume position. */
  tracker: ReadingPositionTracker | undefined;
}

/**
 * Opens the file of a note, and loads the resume position. `isFailed`: the file cannot be shown. `isReachable` is false
 * while parts of the file cannot be loaded; `retry` tries again at once.
 */
export function useOpenNote(uid: string, note: ReadableNote, onOutdated: () => void) {
  const start = useRef({ uid, note, onOutdated });
  const source = useRef<DocumentLoad>(undefined);
  const [opened, setOpened] = useState<OpenFile>();
  const [open, setOpen] = useState<OpenNote>();
  const [isReachable, setReachable] = useState(true);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const { uid, note, onOutdated } = start.current;
    const opening = takeDocumentLoad(note);
    opening.setListeners({ onReachable: setReachable, onReplaced: onOutdated, onGone: onOutdated });
    source.current = opening;
    let isOver = false;
    const file = opening.opened.then((each) => each.file);
    // Handled below.
    file.catch(() => undefined);
    const placing = loadPlayer().then(
      (rules) => new ReadingPositionTracker(uid, note, rules),
      (error: unknown) => console.warn("Your last position could not be restored.", error),
    );
    void placing.then((tracker) => !isOver && setOpen({ file, tracker: tracker ?? undefined }));
    opening.opened.then(
      (each) => !isOver && setOpened(each),
      (error: unknown) => {
        if (isOver) return;
        console.error("The file could not be opened.", error);
        setFailed(true);
      },
    );
    return () => {
      isOver = true;
      void placing.then((tracker) => tracker?.flush());
      opening.close();
    };
  }, []);
  return { open, opened, isReachable, isFailed, retry: () => source.current?.retry() };
}
