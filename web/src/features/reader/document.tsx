import { FileWarning } from "lucide-react";
import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useRef, useState } from "react";
import type { ReadableNote } from "@/api/models";
import { readingNow } from "@/api/notes";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { LoadError } from "@/ui/load-error";
import { Spinner } from "@/ui/spinner";
import { Contents } from "./contents";
import { openingOptions } from "./engine";
import { FindBar } from "./find-bar";
import { Ranges } from "./ranges";
import { Toolbar } from "./toolbar";
import { type Found, ReaderView } from "./view";

interface ReaderProps {
  note: ReadableNote;
  startPage: number;
  /** Words that are marked from the start. */
  startWords: string;
  /** The page that is looked at has changed. */
  onPage: (page: number) => void;
  /** The note's file is another one, or is gone: what is shown is no longer it. */
  onOutdated: () => void;
}

const NOTHING: Found = { current: 0, total: 0, isPending: false };

/** The file of a note: its pages with what one does to them. */
export function Reader({ note, startPage, startWords, onPage, onOutdated }: ReaderProps) {
  const frame = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const source = useRef<Ranges>(undefined);
  const start = useRef({ note, startPage, onPage, onOutdated });
  const [view, setView] = useState<ReaderView>();
  const [file, setFile] = useState<PDFDocumentProxy>();
  const [page, setPage] = useState(startPage);
  const [percent, setPercent] = useState(100);
  const [found, setFound] = useState(NOTHING);
  const [isReachable, setReachable] = useState(true);
  const [isDamaged, setDamaged] = useState(false);
  const [link, setLink] = useState<string>();
  const [words, setWords] = useState<string | undefined>(startWords || undefined);
  const [hasContents, setContents] = useState(false);

  useEffect(() => {
    const { note, startPage, onPage, onOutdated } = start.current;
    const ranges = new Ranges(note, () => readingNow(note.id), {
      onReachable: setReachable,
      onReplaced: onOutdated,
      onGone: onOutdated,
    });
    source.current = ranges;
    const opening = getDocument({ ...openingOptions, range: ranges });
    let shown: ReaderView | undefined;
    let isOver = false;
    opening.promise.then(
      (opened) => {
        if (isOver || !container.current) return;
        const told = (current: number) => {
          setPage(current);
          onPage(current);
        };
        shown = new ReaderView(container.current, opened, startPage, {
          onPage: told,
          onZoom: setPercent,
          onFound: setFound,
          onLink: setLink,
        });
        setFile(opened);
        setView(shown);
      },
      (error: unknown) => {
        if (isOver) return;
        console.error("The file could not be opened.", error);
        setDamaged(true);
      },
    );
    return () => {
      isOver = true;
      shown?.destroy();
      ranges.abort();
      void opening.destroy();
    };
  }, []);

  useEffect(() => {
    if (view && words) view.find(words);
    else view?.stopFinding();
  }, [view, words]);

  function onKeyDown(event: React.KeyboardEvent) {
    const isTyping = event.target instanceof HTMLInputElement;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "f") setWords((before) => before ?? "");
    else if (isCommand || isTyping || event.altKey) return;
    else if (event.key === "+" || event.key === "=") view?.zoom(1);
    else if (event.key === "-") view?.zoom(-1);
    else if (event.key === "0") view?.fitWidth();
    else return;
    event.preventDefault();
  }

  if (isDamaged) {
    return (
      <LoadError as="page" icon={<FileWarning />} body="Download it to see whether another program can read it.">
        This file could not be shown.
      </LoadError>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that are pressed anywhere in the reader; each has a button.
    <div className="reader" ref={frame} onKeyDown={onKeyDown}>
      <Toolbar
        note={note}
        view={view}
        page={page}
        pages={file?.numPages ?? note.pages}
        percent={percent}
        hasContents={hasContents}
        onContents={() => setContents(!hasContents)}
        onFind={() => setWords((before) => before ?? "")}
        onFullScreen={() =>
          void (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen())
        }
      />
      {words !== undefined && (
        <FindBar
          words={words}
          found={words ? found : NOTHING}
          onWords={setWords}
          onNext={(isBackwards) => view?.find(words, isBackwards)}
          onClose={() => {
            setWords(undefined);
            setFound(NOTHING);
            container.current?.focus();
          }}
        />
      )}
      {!isReachable && (
        <LoadError as="banner" onRetry={() => source.current?.retry()}>
          Pages cannot be fetched at the moment. What is here stays, the rest comes when you are online again.
        </LoadError>
      )}
      <div className="reader-body">
        {hasContents && file && view && <Contents file={file} view={view} page={page} />}
        <div className="reader-pages">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to get there. */}
          <div className="reader-scroll" ref={container} tabIndex={0} role="document" aria-label={note.title}>
            <div className="pdfViewer" />
          </div>
          {!file && (
            <p className="reader-wait" role="status">
              <Spinner /> Opening the file…
            </p>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={link !== undefined}
        onOpenChange={(isOpen) => !isOpen && setLink(undefined)}
        title="Leave Note Ninja?"
        body={<>This link leads to {link}</>}
        confirmLabel="Open the link"
        onConfirm={() => {
          window.open(link, "_blank", "noopener,noreferrer");
        }}
      />
    </div>
  );
}
