import { type RefObject, useEffect, useRef, useState } from "react";
import type { ReadableNote } from "@/api/models";
import { findCandidatePages } from "@/parts/full-text/candidate-pages";
import type { BlockPlace, FindState, NoteView, ScrollPosition, ViewEvents } from "./note-view";
import { ReaderView } from "./page-view/view";
import type { ReaderMode } from "./text/text-mode";
import { lastBlock, rememberBlock } from "./text/text-place";
import type { LoadedText } from "./text/use-text";
import type { OpenFile, OpenNote } from "./use-open-note";

/** Size above which search uses the full-text index, in bytes. */
const LONG_BYTES = 4_000_000;

export const NOTHING_FOUND: FindState = { current: 0, total: 0, isPending: false };

interface NoteViewOptions {
  uid: string;
  note: ReadableNote;
  mode: ReaderMode;
  /** Page number in the URL. */
  startPage: number | undefined;
  container: RefObject<HTMLDivElement | null>;
  open: OpenNote | undefined;
  opened: OpenFile | undefined;
  text: LoadedText | undefined;
  onPage: (page: number) => void;
  /** The text of a page was rendered, possibly again. */
  onTextLayer: (page: number) => void;
}

/**
 * Creates the view of the current mode as soon as its parts are loaded, and returns it with its state. A new view starts
 * where the previous one was.
 */
export function useNoteView(options: NoteViewOptions) {
  const { note, mode, startPage, container, open, opened, text } = options;
  const parts = mode === "page" ? opened : text;
  const latest = useRef(options);
  latest.current = options;
  const [view, setView] = useState<NoteView>();
  const [page, setPage] = useState(startPage ?? 1);
  const [percent, setPercent] = useState(100);
  const [found, setFound] = useState(NOTHING_FOUND);
  const [isDrawn, setDrawn] = useState(false);
  const [link, setLink] = useState<string>();
  const spot = useRef<ScrollPosition>(undefined);
  const wasEnd = useRef(false);

  useEffect(() => {
    const element = container.current;
    if (!element || !open || !parts) return undefined;
    const { uid, note, startPage } = latest.current;
    spot.current ??= open.tracker?.start(startPage) ?? { page: startPage ?? 1, scrolledFraction: 0 };
    // Kept, because the place of a view that was removed from the document cannot be measured.
    let block: BlockPlace | undefined;
    const events: ViewEvents = {
      onPage: (current) => {
        setPage(current);
        latest.current.onPage(current);
      },
      onScroll: (at, isEnd, place) => {
        spot.current = at;
        wasEnd.current = isEnd;
        block = place;
        open.tracker?.record(at, isEnd);
      },
      onZoom: setPercent,
      onFindResult: setFound,
      onPageRendered: () => setDrawn(true),
      onTextLayer: (number) => latest.current.onTextLayer(number),
      onLink: setLink,
    };
    const root = element.querySelector<HTMLElement>(".text-view");
    if ("code" in parts) {
      if (!root) return undefined;
      const startBlock = lastBlock(uid, note.id);
      const options = { text: parts.text, pages: note.pages, file: open.file, start: spot.current, startBlock };
      const shown = new parts.code.TextView(element, root, options, events);
      setView(shown);
      const remember = () => rememberBlock(uid, note.id, block);
      window.addEventListener("pagehide", remember);
      return () => {
        window.removeEventListener("pagehide", remember);
        remember();
        shown.destroy();
        setView(undefined);
      };
    }
    const shown = new ReaderView(element, parts, spot.current, events, {
      candidatePages: (words) => findCandidatePages(latest.current.note, words),
      isLong: note.sizeBytes >= LONG_BYTES,
    });
    setView(shown);
    return () => {
      shown.destroy();
      setView(undefined);
    };
  }, [open, parts, container]);

  useEffect(() => {
    if (view && text) view.findInText?.(new text.code.TextFindController(view, text.text.pages, setFound));
  }, [view, text]);

  /** Returns the place at the upper edge of the view. */
  const placeAtTop = () => ({
    spot: spot.current ?? { page: startPage ?? 1, scrolledFraction: 0 },
    block: view?.place,
  });
  const recordPlace = (at: ScrollPosition, isEnd = wasEnd.current) => open?.tracker?.record(at, isEnd);
  const clearFound = () => setFound(NOTHING_FOUND);
  const pages = opened?.file.numPages ?? note.pages;
  return { view, page, pages, percent, found, clearFound, isDrawn, link, setLink, placeAtTop, recordPlace };
}
