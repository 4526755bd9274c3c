import { Download, FileWarning } from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import type { Highlight, HighlightColour, ReadableNote } from "@/api/models";
import { problemDetail } from "@/api/problem";
import { HIGHLIGHT_QUOTE_MAX_CHARS } from "@/core/limits";
import { UnknownTextVersion } from "@/data/notes/note-text";
import { SHORTCUTS_KEY, userStorage } from "@/lib/browser/storage";
import { cn } from "@/lib/text/cn";
import { Button } from "@/ui/controls/button";
import { LoadError } from "@/ui/feedback/load-error";
import { Spinner } from "@/ui/feedback/spinner";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { toast } from "@/ui/feedback/toast";
import type { PagePicture } from "@/ui/media/note-preview";
import { ConfirmDialog } from "@/ui/overlay/confirm-dialog";
import { unlockSpeech } from "./aloud/unlock-speech";
import { ContentsPanel } from "./contents";
import { FindBar } from "./find/find-bar";
import { FirstPage } from "./first-page";
import { HIGHLIGHT_COLOURS, highlightAt } from "./highlights/highlight-layer";
import { HighlightsPanel } from "./highlights/highlights-panel";
import { piecesOf } from "./highlights/pieces";
import type { Passage } from "./highlights/reanchor/reanchor";
import { type MakeCardProps, readSelection, SelectionToolbar, useTextSelection } from "./highlights/selection-toolbar";
import { type TextSelection, useHighlightActions } from "./highlights/use-highlights";
import { showHighlight, useLinkedHighlight } from "./highlights/use-linked-highlight";
import { usePassage } from "./highlights/use-passage";
import { TextError } from "./text/text-error";
import { rememberReaderMode } from "./text/text-mode";
import { useReaderMode } from "./text/use-reader-mode";
import { useText } from "./text/use-text";
import { downloadFile, openFile, ReaderToolbar, type SidePanel } from "./toolbar/toolbar";
import { useFullWindow } from "./toolbar/use-full-window";
import { NOTHING_FOUND, useNoteView } from "./use-note-view";
import { useOpenNote } from "./use-open-note";

interface ReaderProps {
  uid: string;
  note: ReadableNote;
  /** Title and way back, shown in the bar. */
  head: ReactNode;
  /** Page number in the URL. Without it, the note opens at the resume position. */
  startPage: number | undefined;
  /** Image of the first page, shown until that page is rendered. Only if the note opens there. */
  picture: PagePicture | undefined;
  startHighlight: string | undefined;
  startWords: string;
  /** Passage to mark, from the URL. */
  startPassage: Passage | undefined;
  /** Dialog that makes a study card from the selected words. */
  MakeCard: ComponentType<MakeCardProps>;
  onPage: (page: number) => void;
  /** The note's file was replaced or deleted. */
  onOutdated: () => void;
}

/** Returns true if the focused element is inside the reader or contains it. */
const isAround = (target: EventTarget | null, reader: HTMLElement | null) =>
  target instanceof Node && reader !== null && (reader.contains(target) || target.contains(reader));

/** Returns the selected text of all pages without the line ends of the file. */
const wordsOf = (selected: readonly TextSelection[]) =>
  selected.map(({ quote }) => quote.quote.replace(/\s+/g, " ").trim()).join("\n\n");

/** Time in milliseconds after which words are found in the file while the text of the note still loads. */
const TEXT_WAIT_MS = 3000;

/** Returns true if the text has not arrived within `TEXT_WAIT_MS`. */
function useIsLate(isAwaited: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setLate(true), TEXT_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  return isLate;
}

export function Reader(props: ReaderProps) {
  const {
    uid,
    note,
    head,
    startPage,
    picture,
    startHighlight,
    startWords,
    startPassage,
    MakeCard,
    onPage,
    onOutdated,
  } = props;
  const whole = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [mode, toggleMode] = useReaderMode(uid, note);
  const [isAloud, setAloud] = useState(false);
  const [words, setWords] = useState<string | undefined>(startWords || undefined);
  const text = useText(note, mode === "text" || isAloud || (words !== undefined && note.textUrl !== undefined));
  const isTextPending = note.textUrl !== undefined && !text.loaded && text.error === undefined;
  const isTextLate = useIsLate(Boolean(words) && isTextPending);
  /**
   * Source of a search: the text of the note, or the file if there is no text or the text is late. `undefined` until
   * this is known.
   */
  const searched = text.loaded ? "text" : !isTextPending || isTextLate ? "file" : undefined;
  const isWithoutVersion = text.error instanceof UnknownTextVersion;
  useEffect(() => {
    // The note opens as pages next time.
    if (isWithoutVersion) rememberReaderMode(uid, note.id, "page");
  }, [isWithoutVersion, uid, note.id]);
  const { open, opened, isReachable, isFailed, retry } = useOpenNote(uid, note, onOutdated);
  const drawPage = useRef<(page: number) => void>(() => undefined);
  const onTextLayer = (page: number) => drawPage.current(page);
  const shown = { uid, note, mode, startPage, container, open, opened, text: text.loaded, onPage, onTextLayer };
  const { view, page, pages, percent, found, clearFound, isDrawn, link, setLink, placeAtTop, recordPlace } =
    useNoteView(shown);
  const file = opened?.file;
  const [side, setSide] = useState<SidePanel | undefined>(startHighlight ? "highlights" : undefined);
  const [chosen, setChosen] = useState(startHighlight);
  const [ofCard, setOfCard] = useState<Pick<MakeCardProps, "quote" | "source" | "pageText">>();
  const rangeOfCard = useRef<Range>(undefined);
  const [isFull, toggleFull, leaveFull] = useFullWindow();
  const marking = useHighlightActions(uid, note, view, file);
  const selected = useTextSelection(view, container);
  const drawPassage = usePassage(note, view, file, startPassage);
  const drawSpoken = useRef<(page: number) => void>(() => undefined);
  const [setDrawSpoken] = useState(() => (draw: (page: number) => void) => {
    drawSpoken.current = draw;
  });
  drawPage.current = (page) => {
    marking.renderPage(page);
    drawPassage(page);
    drawSpoken.current(page);
  };
  const toggleSide = (which: SidePanel) => setSide((before) => (before === which ? undefined : which));
  useLinkedHighlight(view, mode, container, startHighlight);

  useEffect(() => {
    if (!view || !words) view?.stopFinding();
    else if (searched) void view.find(words);
  }, [view, words, searched]);

  function switchMode() {
    toggleMode();
    // The focus may be inside the pages, which the other view replaces.
    if (container.current?.contains(document.activeElement)) setTimeout(() => focusPages());
  }

  function toggleAloud() {
    if (isAloud) closeAloud();
    else {
      unlockSpeech();
      setAloud(true);
    }
  }

  /** Returns the focus to the button that opened the bar: on phones it is in a menu. */
  function closeAloud() {
    setAloud(false);
    for (const name of ["aloud", "more"]) {
      const button = whole.current?.querySelector<HTMLElement>(`[data-tool="${name}"]`);
      button?.focus();
      if (button && document.activeElement === button) return;
    }
    focusPages();
  }

  /** Returns true if single-letter shortcuts are on. Users of speech input turn them off. */
  const hasLetterShortcuts = () => userStorage(uid).get(SHORTCUTS_KEY) !== "false";

  const focusPages = () => container.current?.focus({ preventScroll: true });

  function goToHighlight({ id, mark }: Highlight) {
    view?.goTo(mark.page);
    if (mode === "text") showHighlight(container.current, id);
  }

  function mark(colour: HighlightColour, withRemark: boolean) {
    const [made] = marking.create(view ? readSelection(view, container.current) : [], colour);
    document.getSelection()?.removeAllRanges();
    // The pressed control disappears with the selection, so move the focus.
    if (!withRemark) container.current?.focus({ preventScroll: true });
    if (!made || !withRemark) return;
    setChosen(made.id);
    setSide("highlights");
  }

  function makeCard(isGap: boolean) {
    // The state `selected` may not have followed the last change of the selection yet.
    const words = view ? readSelection(view, container.current) : [];
    const [first] = words;
    if (!first) return;
    if (isGap && words.length > 1) {
      toast("The selected passage is on more than one page. Select words on a single page.");
      return;
    }
    rangeOfCard.current = document.getSelection()?.getRangeAt(0).cloneRange();
    const { prefix, suffix } = first.quote;
    const quote = [...first.quote.quote].slice(0, HIGHLIGHT_QUOTE_MAX_CHARS).join("");
    const isWhole = quote.length === first.quote.quote.length;
    const source = { noteId: note.id, page: first.page, quote, prefix, ...(isWhole && { suffix }) };
    setOfCard({ quote: wordsOf(words), source, pageText: isGap ? textOfPage(first.page) : undefined });
  }

  /** Returns the text of a page, with two line breaks between paragraphs; empty if the page is not rendered. */
  function textOfPage(number: number): string {
    const page = view?.renderedPages().find((rendered) => rendered.number === number);
    // In the text view, each line is a paragraph.
    const lineBreak = mode === "text" ? "\n\n" : "\n";
    return page ? piecesOf(page.text).texts.join("").replaceAll("\n", lineBreak) : "";
  }

  /** Restores the selection, which was lost when the student typed in the dialog. */
  function selectWordsOfCard() {
    container.current?.focus({ preventScroll: true });
    const range = rangeOfCard.current;
    const selection = document.getSelection();
    if (!selection || !range?.startContainer.isConnected) return;
    selection.removeAllRanges();
    selection.addRange(range);
  }

  function onClick(event: React.MouseEvent) {
    const isOnPages = event.target instanceof Node && container.current?.contains(event.target);
    if (!container.current || !isOnPages || !document.getSelection()?.isCollapsed) return;
    const pressed = highlightAt(container.current, event.clientX, event.clientY);
    if (!pressed) return;
    setChosen(pressed);
    setSide("highlights");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || !isAround(event.target, whole.current)) return;
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
    const colour = HIGHLIGHT_COLOURS[Number(event.key) - 1];
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "f") setWords((before) => before ?? "");
    // The browser would print the visible part of the app.
    else if (isCommand && event.key.toLowerCase() === "p") void openFile(note.id);
    else if (isCommand || isTyping || event.altKey) return;
    else if (event.key === "+" || event.key === "=") view?.zoom(1);
    else if (event.key === "-") view?.zoom(-1);
    else if (event.key === "0") view?.fitWidth();
    else if (event.key.toLowerCase() === "t" && hasLetterShortcuts() && !event.repeat) switchMode();
    else if (colour && selected.length > 0) mark(colour, false);
    else if (event.key === "Escape" && isFull) leaveFull();
    else return;
    event.preventDefault();
  }
  const press = useRef(onKeyDown);
  press.current = onKeyDown;
  // Listen on the document: `body` has the focus when a note opens and after the focused element was removed.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press.current(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  if (isFailed && mode === "page") {
    return (
      <div className="reader">
        <div className="reader-bar">{head}</div>
        <div className="reader-failed">
          <StatusPlaceholder
            icon={<FileWarning />}
            title="This file could not be shown."
            body="Download it and try another app."
            action={
              <>
                <Button icon={<Download />} onClick={() => downloadFile(note.id)}>
                  Download PDF
                </Button>
                {note.textUrl !== undefined && (
                  <Button variant="quiet" onClick={switchMode}>
                    Show the text
                  </Button>
                )}
              </>
            }
            role="alert"
          />
        </div>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list beside the page has buttons for the highlights
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div ref={whole} className={cn("reader", isFull && "full")} onClick={onClick}>
      <div className="reader-bar">
        {head}
        <ReaderToolbar
          note={note}
          view={view}
          page={page}
          pages={pages}
          percent={percent}
          mode={mode}
          onMode={switchMode}
          isAloud={isAloud}
          onAloud={toggleAloud}
          more={text.loaded && mode === "text" && <text.loaded.code.TextSettingsButton />}
          side={side}
          onSide={toggleSide}
          onGo={(page) => {
            view?.goTo(page);
            // The arrow keys scroll from there.
            focusPages();
          }}
          onFind={() => setWords((before) => before ?? "")}
          onFullScreen={toggleFull}
          hasLetterShortcuts={hasLetterShortcuts()}
        />
      </div>
      {isAloud && text.loaded && (
        <text.loaded.code.AloudBar
          text={text.loaded.text}
          view={view}
          container={container}
          selected={selected[0]}
          placeAtTop={placeAtTop}
          onMarks={setDrawSpoken}
          onPlace={recordPlace}
          onClose={closeAloud}
        />
      )}
      {isAloud && mode === "page" && !text.loaded && text.error === undefined && (
        <p className="reader-aloud" role="status">
          Loading the text…
        </p>
      )}
      {isAloud && mode === "page" && text.error !== undefined && (
        <LoadError
          variant="banner"
          error={text.error}
          onRetry={isWithoutVersion ? undefined : text.retry}
          onClose={closeAloud}
        >
          {isWithoutVersion
            ? problemDetail(text.error)
            : "The text could not be loaded, so the note cannot be read aloud."}
        </LoadError>
      )}
      {words !== undefined && (
        <FindBar
          query={words}
          result={words ? { ...found, isPending: found.isPending || !searched } : NOTHING_FOUND}
          onQuery={setWords}
          onNext={(isBackwards) => {
            if (searched) void view?.find(words, isBackwards);
          }}
          onClose={() => {
            container.current?.focus();
            view?.stopFinding(true);
            setWords(undefined);
            clearFound();
          }}
        />
      )}
      {!isReachable && (
        <LoadError variant="banner" error={undefined} onRetry={retry}>
          Pages can't be loaded right now. The rest will load when you're back online.
        </LoadError>
      )}
      <div className="reader-body">
        {side === "contents" && file && view && <ContentsPanel file={file} view={view} page={page} />}
        <div className="reader-pages">
          <div
            key={mode}
            className="reader-scroll"
            ref={container}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard.
            tabIndex={0}
            role="document"
            aria-label={note.title}
          >
            {/* Its own key, because the views add elements that React does not know. */}
            <div className={mode === "page" ? "pdfViewer" : "text-view"} />
          </div>
          {mode === "page" && picture && !isDrawn && <FirstPage picture={picture} />}
          {mode === "text" && text.error !== undefined && (
            <TextError error={text.error} onRetry={text.retry} onShowPages={switchMode} />
          )}
          {!view && !(mode === "page" ? picture : text.error) && (
            <p className="reader-loading" role="status">
              <Spinner /> {mode === "page" ? "Opening the file…" : "Loading the text…"}
            </p>
          )}
          {selected.length > 0 && (
            <SelectionToolbar onHighlight={mark} onMakeCard={note.course ? makeCard : undefined} />
          )}
        </div>
        {side === "highlights" && <HighlightsPanel highlights={marking} selectedId={chosen} onGo={goToHighlight} />}
      </div>
      {note.course && ofCard !== undefined && (
        <MakeCard
          code={note.course}
          {...ofCard}
          onClose={() => setOfCard(undefined)}
          focusSelection={selectWordsOfCard}
        />
      )}
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
