import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { cn } from "@/lib/text/cn";
import { session } from "@/session/session";
import { IconButton } from "@/ui/controls/icon-button";
import { Badge } from "@/ui/feedback/badge";
import { LoadError } from "@/ui/feedback/load-error";
import { HighlightedText } from "@/ui/text/highlight";
import { MeaningOffer } from "./meaning-offer";
import { hitHref } from "./page-hit";
import { RecordingHitDetail, recordingHitHref, usePlayRecordingHit } from "./recording-hit";
import { useFullTextSearch } from "./use-full-text-search";
import { isQuestion } from "./use-meaning-search";
import "./full-text.css";

/** Maximum number of pages in all, and per note. */
const PAGES_MAX = 30;
const OF_NOTE_MAX = 10;

/** Maximum number of passages in all, and per recording. */
const PASSAGES_MAX = 12;
const OF_RECORDING_MAX = 4;

/** Query text by history entry, restored when the user returns from the reader. */
const typed = new Map<string, string>();
session.onEnd(() => typed.clear());

interface FullTextSearchBoxProps {
  place: string;
  label: string;
  /** Transcript index that is searched too. */
  audioPlace?: string;
}

/**
 * Search box for the text of all notes in one course or album, and for the transcripts of a course. Enter opens the
 * best page, or plays the best passage if no page matches.
 */
export function FullTextSearchBox({ place, label, audioPlace }: FullTextSearchBoxProps) {
  const visit = useLocation().key;
  const [text, setText] = useState(() => typed.get(visit) ?? "");
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const [isEntered, setIsEntered] = useState(false);
  const [wasFocused, setWasFocused] = useState(false);
  const options = { places: [place], limit: PAGES_MAX, maxPerNote: OF_NOTE_MAX, shouldPrefetch: wasFocused };
  const { pages, meaning, models, isPending, isStale, isError, error, retry } = useFullTextSearch(text, options);
  const isUnanswered = isQuestion(text) && pages !== undefined && !isStale && !pages.some(({ hasAll }) => hasAll);
  const spoken = useFullTextSearch(text, {
    places: audioPlace === undefined ? [] : [audioPlace],
    limit: PASSAGES_MAX,
    maxPerNote: OF_RECORDING_MAX,
  });
  const passages = (audioPlace !== undefined && spoken.pages) || [];
  const [page] = pages ?? [];
  const [passage] = passages;
  const isWaiting = isPending || isStale || (!page && (spoken.isPending || spoken.isStale));
  const playHit = usePlayRecordingHit();
  const best = page ? hitHref(page) : passage && recordingHitHref(passage);

  // Enter waits for the results of the text that was typed last.
  useEffect(() => {
    if (!isEntered || isWaiting) return;
    setIsEntered(false);
    if (best === undefined) return;
    if (!page && passage) playHit(passage);
    void navigate(best);
  });

  useEffect(() => {
    typed.set(visit, text);
  }, [visit, text]);

  function change(next: string) {
    setText(next);
    setIsEntered(false);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") change("");
    else if (event.key === "Enter") setIsEntered(true);
  }
  return (
    <search className="inside">
      <div className="inside-box">
        <Search aria-hidden="true" />
        <input
          ref={input}
          className="input"
          type="text"
          value={text}
          aria-label={label}
          placeholder={label}
          aria-controls={listId}
          enterKeyHint="go"
          autoComplete="off"
          onChange={(event) => change(event.target.value)}
          onFocus={() => setWasFocused(true)}
          onKeyDown={onKeyDown}
        />
        {text !== "" && (
          <IconButton
            size="sm"
            label="Clear"
            icon={<X />}
            onClick={() => {
              change("");
              input.current?.focus();
            }}
          />
        )}
      </div>
      {isError && (
        <LoadError variant="line" error={error} onRetry={retry}>
          The notes could not be searched
        </LoadError>
      )}
      {spoken.isError && !isError && (
        <LoadError variant="line" error={spoken.error} onRetry={spoken.retry}>
          The transcripts could not be searched
        </LoadError>
      )}
      {meaning.isError && (
        <LoadError variant="line" error={undefined} onRetry={meaning.retry}>
          The notes could not be searched by meaning
        </LoadError>
      )}
      {!meaning.isEnglish && (
        <p className="hint">
          Search by meaning understands English only.
          {pages && pages.length > 0 && " These pages have some of your words."}
        </p>
      )}
      <p role="status" className={pages?.length === 0 && passages.length === 0 && !isError ? "inside-none" : "sr-only"}>
        {isPending || (pages?.length === 0 && meaning.isPending)
          ? "Loading..."
          : pages && !isError && countOf(pages.length, passages.length, audioPlace !== undefined)}
      </p>
      <ol id={listId} className="inside-pages" aria-label="Pages found">
        {(pages ?? []).map((page) => (
          <li key={`${page.note} ${page.page}`}>
            <Link className="inside-page" to={hitHref(page)}>
              <span className="inside-where">
                <b className="truncate">{page.title}</b>
                <span className="inside-number">Page {page.page}</span>
                {page.passage !== undefined && <Badge kind="accent">By meaning</Badge>}
              </span>
              <span className={cn("inside-text", page.passage !== undefined && "is-passage")}>
                <HighlightedText text={page.snippet} ranges={page.ranges} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <MeaningOffer isNeeded={isUnanswered} models={models} />
      {passages.length > 0 && (
        <>
          <h3 className="inside-head">In audio notes</h3>
          <ol className="inside-pages" aria-label="Audio notes found">
            {passages.map((passage) => (
              <li key={`${passage.note} ${passage.page} ${passage.snippet}`}>
                <Link
                  className="inside-page"
                  to={recordingHitHref(passage)}
                  onClick={(event) => {
                    // A press that opens a new tab does not play in this one.
                    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) playHit(passage);
                  }}
                >
                  <span className="inside-where">
                    <b className="truncate">
                      <RecordingHitDetail hit={passage} />
                    </b>
                  </span>
                  <span className="inside-text">
                    <HighlightedText text={passage.snippet} ranges={passage.ranges} />
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </>
      )}
    </search>
  );
}

function countOf(pages: number, passages: number, isAudioSearched: boolean): string {
  if (pages + passages === 0) {
    return isAudioSearched ? "No page and no audio note has these words." : "No page has these words.";
  }
  const inNotes = pages === 0 ? [] : [pages === 1 ? "1 page" : `${pages} pages`];
  return [...inNotes, ...(passages === 0 ? [] : [`${passages} in audio notes`])].join(", ");
}
