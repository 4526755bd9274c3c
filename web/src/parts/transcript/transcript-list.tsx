import {
  type ClipboardEvent,
  type CSSProperties,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { List, type RowComponentProps, useDynamicRowHeight, useListRef } from "react-window";
import { useDurations } from "@/core/durations";
import { VIRTUAL_LIST_HEIGHT_PX } from "@/core/limits";
import type { Transcript } from "@/data/transcripts/transcripts";
import { useTextScale } from "@/lib/browser/text-size";
import { cn } from "@/lib/text/cn";
import { HighlightedText } from "@/ui/text/highlight";
import { asText, matchesIn } from "./lines";

/** Height of a line before it is measured, in pixels at the default text size. */
const LINE_PX = 44;
/** Maximum number of lines over which the list scrolls smoothly. It jumps over more. */
const SMOOTH_LINES = 12;
const PAGE_LINES = 8;

interface TranscriptListProps {
  transcript: Transcript;
  /** Index of the spoken line, or -1. */
  current: number;
  /** Line to show: the spoken one or one that was found. */
  shown: { index: number; reason: "follow" | "find" } | undefined;
  /** Words to highlight. */
  words: string;
  size: number;
  /** Plays from a line. Absent if the lines have no times. */
  onPlay: ((index: number) => void) | undefined;
  /** Called when the user scrolls. */
  onScrolled: () => void;
}

type Shared = Pick<TranscriptListProps, "transcript" | "current" | "words" | "onPlay"> & { found: number | undefined };

/**
 * Index of the line whose time is in the tab order. It is in a context and not a prop of the rows, because the list
 * recomputes the positions of all rows when a prop changes.
 */
const TabStop = createContext(0);

function Row({ index, style, ariaAttributes, transcript, current, found, words, onPlay }: RowComponentProps<Shared>) {
  const { clock, spoken } = useDurations();
  const tabStop = useContext(TabStop);
  const [startMs = 0, , text = ""] = transcript.lines[index] ?? [];
  const secs = startMs / 1000;
  return (
    <div
      {...ariaAttributes}
      style={style as CSSProperties}
      className={cn("transcript-line", index === current && "is-current", index === found && "is-found")}
      aria-current={index === current ? "true" : undefined}
      data-line={index}
    >
      {onPlay && (
        <button
          type="button"
          className="transcript-time tabular-nums"
          tabIndex={index === tabStop ? 0 : -1}
          aria-label={`Play from ${spoken(secs)}`}
          onClick={() => onPlay(index)}
        >
          {clock(secs)}
        </button>
      )}
      <span className="transcript-text">
        {words === "" ? text : <HighlightedText text={text} ranges={matchesIn(text, words)} />}
      </span>
    </div>
  );
}

const lineOf = (node: Node | null): number | undefined => {
  const element = node instanceof Element ? node : node?.parentElement;
  const line = element?.closest<HTMLElement>("[data-line]")?.dataset.line;
  return line === undefined ? undefined : Number(line);
};

/**
 * Virtual list of the lines. Tab reaches the found or spoken line, or the first visible one if that line is not
 * rendered. Arrow keys, Page Up, Page Down, Home and End move between the times.
 */
export function TranscriptList({ transcript, current, shown, words, size, onPlay, onScrolled }: TranscriptListProps) {
  const { clock } = useDurations();
  const list = useListRef(null);
  const scale = useTextScale();
  const rowHeight = useDynamicRowHeight({ defaultRowHeight: LINE_PX * scale * size, key: size * scale });
  const { lines, timed } = transcript;
  const found = shown?.reason === "find" ? shown.index : undefined;
  const [rendered, setRendered] = useState({ first: 0, last: 0, firstVisible: 0 });
  const wanted = found ?? current;
  const tabStop = wanted >= rendered.first && wanted <= rendered.last ? wanted : rendered.firstVisible;

  const last = useRef(0);
  useEffect(() => {
    if (!shown || shown.index < 0) return;
    const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const isNear = Math.abs(shown.index - last.current) <= SMOOTH_LINES;
    last.current = shown.index;
    const behavior = isNear && !isCalm ? "smooth" : "instant";
    list.current?.scrollToRow({ index: shown.index, align: "center", behavior });
  }, [shown, list]);

  function focusLine(index: number) {
    list.current?.scrollToRow({ index, align: "auto", behavior: "instant" });
    // The row is rendered after the list has scrolled.
    requestAnimationFrame(() => {
      const row = list.current?.element?.querySelector(`[data-line="${index}"]`);
      row?.querySelector("button")?.focus({ preventScroll: true });
    });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const from = lineOf(event.target as Node);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: PAGE_LINES,
      PageUp: -PAGE_LINES,
      Home: -lines.length,
      End: lines.length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    onScrolled();
    if (from === undefined) return;
    event.preventDefault();
    focusLine(Math.min(Math.max(from + step, 0), lines.length - 1));
  }

  /** The time is a button for keyboards. A pointer may press anywhere in the line, unless it selects text. */
  function onClick(event: MouseEvent<HTMLElement>) {
    const index = lineOf(event.target as Node);
    const isButton = (event.target as Element).closest("button") !== null;
    if (index !== undefined && !isButton && getSelection()?.isCollapsed !== false) onPlay?.(index);
  }

  /** Copies several selected lines with their times. */
  function onCopy(event: ClipboardEvent) {
    const selection = getSelection();
    const anchor = lineOf(selection?.anchorNode ?? null);
    const focus = lineOf(selection?.focusNode ?? null);
    if (anchor === undefined || focus === undefined || anchor === focus) return;
    event.preventDefault();
    const selected = lines.slice(Math.min(anchor, focus), Math.max(anchor, focus) + 1);
    event.clipboardData.setData("text/plain", asText(selected, timed, clock));
  }

  return (
    <TabStop value={tabStop}>
      <List<Shared>
        className={cn("transcript-lines", onPlay && "can-play")}
        style={{ fontSize: `${size}em` }}
        aria-label="Transcript"
        // Without times, no line takes the focus, so the list itself must scroll by keyboard.
        tabIndex={onPlay ? -1 : 0}
        listRef={list}
        rowComponent={Row}
        rowCount={lines.length}
        rowHeight={rowHeight}
        // Height until the list is measured.
        defaultHeight={VIRTUAL_LIST_HEIGHT_PX}
        rowProps={{ transcript, current, words, onPlay, found }}
        onRowsRendered={({ startIndex: firstVisible }, { startIndex: first, stopIndex: last }) =>
          setRendered((before) =>
            before.first === first && before.last === last && before.firstVisible === firstVisible
              ? before
              : { first, last, firstVisible },
          )
        }
        onKeyDown={onKeyDown}
        onClick={onClick}
        onCopy={onCopy}
        onWheel={onScrolled}
        onTouchMove={onScrolled}
        // A press on the list itself is a press on the scroll bar.
        onPointerDown={(event) => event.target === event.currentTarget && onScrolled()}
      />
    </TabStop>
  );
}
