import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Highlight, HighlightColour, HighlightContent, ReadableNote } from "@/api/models";
import { isTransient, problemText } from "@/api/problem";
import { HIGHLIGHT_QUOTE_MAX_CHARS } from "@/core/limits";
import { editHighlight, putHighlight, removeHighlight, useHighlights, withContent } from "@/data/highlights/highlights";
import type { RemarkDrafts, SaveFailure } from "@/data/highlights/remark-drafts";
import { newUlid } from "@/lib/text/ulid";
import { findCandidatePages } from "@/parts/full-text/candidate-pages";
import { toast } from "@/ui/feedback/toast";
import type { NoteView } from "../note-view";
import type { Quote } from "./anchor";
import { renderHighlights } from "./highlight-layer";
import { reanchorHighlights } from "./reanchor/reanchor";
import { readUnanchored, recordUnanchored } from "./unanchored-highlights";
import { type ChangeHighlight, useRemarkDrafts } from "./use-remark-drafts";

export interface TextSelection {
  page: number;
  quote: Quote;
}

/** Highlights of a note and the actions on them. */
export interface HighlightActions {
  /** Highlights of the current file, ordered by page. */
  anchored: readonly Highlight[];
  /** Highlights whose quotes are not in the current file. */
  unanchored: readonly Highlight[];
  /** Highlights the selection, page by page. */
  create: (selected: readonly TextSelection[], colour: HighlightColour) => readonly Highlight[];
  /**
   * Edits a highlight. `seen` is the version that the student saw. Resolves to `undefined` if the change is saved; a
   * failure shows a toast. `onStored` is called earlier, once the change survives the end of the page.
   */
  change: ChangeHighlight;
  remove: (highlight: Highlight) => void;
  drafts: RemarkDrafts;
  /** Draws the highlights of a page whose text was rendered. */
  renderPage: (page: number) => void;
}

/** Shows a toast if the change fails. Resolves to `undefined` if it is saved. */
const kept = (sending: Promise<unknown>, failed: string): Promise<SaveFailure | undefined> =>
  sending.then(
    () => undefined,
    (error: unknown) => {
      const reason = problemText(error);
      toast(`${failed} ${reason}`, { kind: "error" });
      return { reason, isFinal: !isTransient(error) };
    },
  );

const isSame = (one: Quote, other: Quote) =>
  one.quote === other.quote && one.prefix === other.prefix && one.suffix === other.suffix;

/**
 * Returns the highlights of the open note, draws them over its pages, and searches for them after the file was
 * replaced.
 */
export function useHighlightActions(
  uid: string,
  note: ReadableNote,
  view: NoteView | undefined,
  file: PDFDocumentProxy | undefined,
): HighlightActions {
  const { highlights } = useHighlights(note.id);
  const [lostIds, setLostIds] = useState<ReadonlySet<string>>(() => readUnanchored(uid, note.sha256));
  const sought = useRef(new Set(lostIds));
  const isHere = ({ mark }: Highlight) => mark.sha256 === note.sha256;
  const here = highlights.filter(isHere).sort((a, b) => a.mark.page - b.mark.page || a.id.localeCompare(b.id));

  const shown = useRef(here);
  shown.current = here;
  const drawPage = useCallback(
    (page: number) => {
      const drawn = view?.renderedPage(page);
      if (drawn)
        renderHighlights(
          drawn.page,
          drawn.text,
          shown.current.filter(({ mark }) => mark.page === page),
        );
    },
    [view],
  );
  const seen = here.map(({ id, mark }) => `${id} ${mark.page} ${mark.colour}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: redraw the highlights when any visible input has changed.
  useEffect(() => {
    for (const { number } of view?.renderedPages() ?? []) drawPage(number);
  }, [view, seen, drawPage]);

  const change = useCallback(
    (highlight: Highlight, mark: Partial<HighlightContent>, onStored?: () => void) =>
      kept(editHighlight(highlight, mark, onStored), "The highlight was not changed."),
    [],
  );

  const drafts = useRemarkDrafts(uid, note.id, highlights, change);

  const earlier = highlights.filter((highlight) => !isHere(highlight));
  const unsought = earlier.filter(({ id }) => !sought.current.has(id));
  const known = useRef(note);
  known.current = note;
  const latest = useRef(unsought);
  latest.current = unsought;
  const stop = useRef<AbortSignal>(undefined);
  useEffect(() => {
    if (!file) return undefined;
    const stopping = new AbortController();
    stop.current = stopping.signal;
    return () => stopping.abort();
  }, [file]);
  const hasUnsought = unsought.length > 0;
  useEffect(() => {
    const signal = stop.current;
    if (!file || !hasUnsought || !signal) return;
    // Mark these as searched now: saving a match must not restart the search.
    for (const { id } of latest.current) sought.current.add(id);
    const onFound = (highlight: Highlight, page: number | undefined) => {
      if (page !== undefined) void change(highlight, { page, sha256: note.sha256 });
      else {
        recordUnanchored(uid, note.sha256, highlight.id);
        setLostIds((ids) => new Set(ids).add(highlight.id));
      }
    };
    reanchorHighlights(
      file,
      latest.current,
      (words) => findCandidatePages(known.current, words),
      onFound,
      signal,
    ).catch((error: unknown) => {
      if (!signal.aborted) console.warn("Highlights of an earlier file could not be looked for.", error);
    });
  }, [file, hasUnsought, uid, note.sha256, change]);

  function create(selected: readonly TextSelection[], colour: HighlightColour): readonly Highlight[] {
    const fitting = selected.filter(({ quote }) => [...quote.quote].length <= HIGHLIGHT_QUOTE_MAX_CHARS);
    if (fitting.length < selected.length) {
      toast(`You can highlight up to ${HIGHLIGHT_QUOTE_MAX_CHARS.toLocaleString("en")} characters at a time.`);
    }
    const marked = fitting.map(({ page, quote }): Highlight => {
      // If the same words are highlighted already, only the colour changes and the remark stays.
      const before = here.find(({ mark }) => mark.page === page && isSame(mark, quote));
      if (before) {
        void change(before, { colour });
        return withContent(before, { colour });
      }
      const made: Highlight = {
        id: newUlid(),
        noteId: note.id,
        title: note.title,
        ...(note.course && { course: note.course }),
        mark: { sha256: note.sha256, page, ...quote, colour, remark: "" },
        madeAt: new Date().toISOString(),
      };
      void kept(putHighlight(made), "The highlight was not saved.");
      return made;
    });
    return marked;
  }

  function remove(highlight: Highlight): void {
    const draft = drafts.read()[highlight.id];
    drafts.remove(highlight.id);
    void kept(removeHighlight(highlight), "The highlight was not removed.");
    const undo = () => {
      if (draft?.failure) drafts.set(highlight.id, draft);
      void kept(putHighlight(highlight), "The highlight was not saved.");
    };
    toast("Highlight removed.", { action: { label: "Undo", onClick: undo } });
  }

  return {
    anchored: here,
    unanchored: earlier.filter(({ id }) => lostIds.has(id)),
    create,
    change,
    remove,
    drafts,
    renderPage: drawPage,
  };
}
