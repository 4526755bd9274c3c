import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ReadableNote } from "@/api/models";
import { findCandidatePages } from "@/parts/full-text/candidate-pages";
import { toast } from "@/ui/feedback/toast";
import type { NoteView } from "../note-view";
import { renderPassage } from "./highlight-layer";
import { findPassage, type Passage } from "./reanchor/reanchor";

/**
 * Finds the passage that the URL names in the current file, which may have replaced the one that was read, and scrolls
 * to it. Returns the function that marks it on a page whose text was rendered.
 */
export function usePassage(
  note: ReadableNote,
  view: NoteView | undefined,
  file: PDFDocumentProxy | undefined,
  passage: Passage | undefined,
): (page: number) => void {
  const [sought] = useState(passage);
  const [page, setPage] = useState<number>();
  const latest = useRef(note);
  latest.current = note;
  const isShown = useRef(false);

  useEffect(() => {
    if (!file || !sought) return undefined;
    const stop = new AbortController();
    const pagesWith = (words: string) => findCandidatePages(latest.current, words);
    findPassage(file, sought, pagesWith, stop.signal).then(
      (found) => {
        if (stop.signal.aborted) return;
        if (found === undefined) toast("This note no longer contains the passage.");
        setPage(found);
      },
      (error: unknown) => {
        if (!stop.signal.aborted) console.warn("The passage could not be looked for.", error);
      },
    );
    return () => stop.abort();
  }, [file, sought]);

  const draw = useCallback(
    (number: number) => {
      const drawn = number === page ? view?.renderedPage(number) : undefined;
      if (!drawn || !sought) return;
      const first = renderPassage(drawn.page, drawn.text, sought);
      // If the page was drawn again, for example after a zoom, the student may be reading elsewhere.
      if (isShown.current || !first) return;
      isShown.current = true;
      first.scrollIntoView({ block: "center" });
    },
    [view, page, sought],
  );
  useEffect(() => {
    if (!view || page === undefined) return;
    if (!view.renderedPage(page)) view.goTo(page);
    draw(page);
  }, [view, page, draw]);
  return draw;
}
