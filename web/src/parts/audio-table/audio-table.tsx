// biome-ignore-all lint/a11y/useSemanticElements: absolutely positioned rows lose the semantics of table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: the button of the row receives the focus on behalf of the row
import "./audio-table.css";
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { List, type RowComponentProps, useListRef } from "react-window";
import { VIRTUAL_LIST_HEIGHT_PX, VIRTUAL_OVERSCAN_ROWS, VIRTUAL_ROW_HEIGHT_PX } from "@/core/limits";
import { useTextScale } from "@/lib/browser/text-size";
import { cn } from "@/lib/text/cn";
import { player } from "@/player/player";
import { useScrolling } from "@/ui/layout/use-scrolling";
import { VisuallyHidden } from "@/ui/text/visually-hidden";
import {
  type ActionColumn,
  type AudioRow,
  type AudioRowProps,
  type AudioTableLayout,
  AudioTableRow,
} from "./audio-row";

/** The next page is requested when at most this many rows are left below the viewport. */
const NEAR_END_ROWS = 30;
const PAGE_ROWS = Math.floor(VIRTUAL_LIST_HEIGHT_PX / VIRTUAL_ROW_HEIGHT_PX);

export interface AudioTableProps {
  label: string;
  rows: readonly AudioRow[];
  /** Total number of rows if more pages follow. */
  rowCount?: number | undefined;
  layout: AudioTableLayout;
  /**
   * Called for a row whose recording is not current. For the current recording, the table pauses and resumes playback.
   */
  onPlay: (index: number) => void;
  /** Column of buttons: after the title on a shelf, last in a playlist. */
  action: ActionColumn;
  end?: ActionColumn | undefined;
  /** Requests the next page. May be called more than once for the same page. */
  onNearEnd?: (() => void) | undefined;
  /** Id of the recording to scroll to and focus once it is loaded. */
  goTo?: string | undefined;
}

type Shared = Omit<AudioRowProps, "row" | "index" | "isActive" | "takesFocus"> & {
  rows: readonly AudioRow[];
  active: number;
  focusIndex: number | undefined;
};

function Row({ index, style, rows, active, focusIndex, ...shared }: RowComponentProps<Shared>) {
  const row = rows[index];
  return (
    <div role="presentation" style={style as CSSProperties}>
      {row && (
        <AudioTableRow
          row={row}
          index={index}
          isActive={index === active}
          takesFocus={index === focusIndex}
          {...shared}
        />
      )}
    </div>
  );
}

function Headings({ layout, action, end }: Pick<AudioTableProps, "layout" | "action" | "end">) {
  const hidden = (column: ActionColumn) => (
    <span role="columnheader">
      <VisuallyHidden>{column.label}</VisuallyHidden>
    </span>
  );
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className="audio-head">
        <span role="columnheader" className="index-cell">
          #
        </span>
        <span role="columnheader">Title</span>
        <span role="columnheader" className="like-cell">
          <VisuallyHidden>Likes</VisuallyHidden>
        </span>
        {layout === "shelf" && hidden(action)}
        <span role="columnheader" className="wide">
          Subject
        </span>
        <span role="columnheader" className="wide">
          {layout === "shelf" ? "Date added" : "Uploader"}
        </span>
        <span role="columnheader" className="time">
          Duration
        </span>
        {layout === "playlist" && hidden(action)}
        {end && hidden(end)}
      </div>
    </div>
  );
}

/** Returns the index of the row to which a key moves the focus, or `undefined` for keys that do not move it. */
export function rowAfterKey(key: string, from: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + PAGE_ROWS,
    PageUp: from - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

/** Moves the focus between the buttons of one row. */
function moveInRow(event: KeyboardEvent<HTMLElement>): void {
  const own = (event.target as HTMLElement).closest("[role=row]");
  // A narrow table hides some buttons. jsdom has no `checkVisibility`.
  const stops = [...(own?.querySelectorAll<HTMLElement>("button, [tabindex]") ?? [])].filter(
    (stop) => stop.checkVisibility?.() ?? true,
  );
  const next = stops.indexOf(event.target as HTMLElement) + (event.key === "ArrowRight" ? 1 : -1);
  // Prevent the default even at the end of the row, or the player would seek.
  event.preventDefault();
  stops[next]?.focus({ preventScroll: true });
}

/**
 * Virtual table of recordings with a roving tab index. Arrow keys, Page Up, Page Down, Home and End move between rows;
 * Left and Right move inside a row.
 */
export function AudioTable(props: AudioTableProps) {
  const { label, rows, rowCount = rows.length, layout, onPlay, action, end, onNearEnd, goTo } = props;
  const { isScrolling, onScroll } = useScrolling();
  const [active, setActive] = useState(0);
  const list = useListRef(null);
  const [focusIndex, setFocusIndex] = useState<number>();
  const visible = useRef({ startIndex: 0, stopIndex: 0 });
  const keepFocus = useCallback(() => list.current?.element?.focus({ preventScroll: true }), [list]);

  const go = useCallback(
    (to: number, align: "auto" | "center" = "auto") => {
      setFocusIndex(to);
      setActive(to);
      list.current?.scrollToRow({ index: to, align, behavior: "instant" });
    },
    [list],
  );
  const askForMore = useCallback(() => {
    if (visible.current.stopIndex >= rows.length - NEAR_END_ROWS) onNearEnd?.();
  }, [rows.length, onNearEnd]);
  // After a page with few new rows, the viewport can still be near the end of the list.
  useEffect(askForMore, [askForMore]);
  useGoTo(goTo, rows, go);
  // Request the URLs of the visible rows in advance, so that playback starts without a request.
  useEffect(() => {
    const { startIndex, stopIndex } = visible.current;
    if (!isScrolling) player.prefetch(rows.slice(startIndex, stopIndex + 1).map((row) => row.audioId));
  }, [isScrolling, rows]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // React passes key events of popups to this handler, but popups are rendered outside the table and handle their own
    // keys.
    if (
      !event.currentTarget.contains(event.target as Node) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey
    )
      return;
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      moveInRow(event);
      return;
    }
    const { startIndex, stopIndex } = visible.current;
    const isSeen = active >= startIndex && active <= stopIndex;
    const to = rowAfterKey(event.key, isSeen ? active : startIndex, rows.length);
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  }

  const rowHeight = VIRTUAL_ROW_HEIGHT_PX * useTextScale();
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      className={cn("audio-table", `of-${layout}`, end && "has-end", isScrolling && "is-scrolling")}
    >
      <Headings {...{ layout, action, end }} />
      <List<Shared>
        role="rowgroup"
        tabIndex={-1}
        className="audio-rows"
        listRef={list}
        rowComponent={Row}
        rowCount={rows.length}
        rowHeight={rowHeight}
        overscanCount={VIRTUAL_OVERSCAN_ROWS}
        rowKey={keyOf}
        rowProps={{ rows, active, layout, isScrolling, focusIndex, onPlay, action, endColumn: end, keepFocus }}
        style={{ height: Math.min(VIRTUAL_LIST_HEIGHT_PX, rows.length * rowHeight) }}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const index = Number(event.target.closest("[role=row]")?.getAttribute("aria-rowindex") ?? 0) - 2;
          if (index < 0) return;
          setActive(index);
          setFocusIndex(undefined);
        }}
        onRowsRendered={(shown) => {
          visible.current = shown;
          askForMore();
        }}
      />
    </div>
  );
}

const keyOf = (index: number, { rows }: Shared) => rows[index]?.audioId ?? index;

/** Scrolls to and focuses the row of `audioId` once, when it is loaded. */
function useGoTo(
  audioId: string | undefined,
  rows: readonly AudioRow[],
  go: (index: number, align: "center") => void,
): void {
  const gone: RefObject<string | undefined> = useRef(undefined);
  useEffect(() => {
    if (audioId === undefined || gone.current === audioId) return undefined;
    const index = rows.findIndex((row) => row.audioId === audioId);
    if (index < 0) return undefined;
    // A table that is being mounted cannot scroll yet, and its page takes the focus first.
    const frame = requestAnimationFrame(() => {
      gone.current = audioId;
      go(index, "center");
    });
    return () => cancelAnimationFrame(frame);
  }, [audioId, rows, go]);
}
