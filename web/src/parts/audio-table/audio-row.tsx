// biome-ignore-all lint/a11y/useSemanticElements: absolutely positioned rows lose the semantics of table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: the button of the row receives the focus on behalf of the row
import { Check, Play } from "lucide-react";
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { AudioNote } from "@/api/models";
import { useDurations } from "@/core/durations";
import { UNKNOWN_ARTIST, UNKNOWN_DATE } from "@/core/limits";
import { cn } from "@/lib/text/cn";
import { formatDay } from "@/lib/text/format";
import { displayCode } from "@/lib/urls/subjects";
import { ConnectedLikeButton } from "@/parts/likes/item-like-button";
import { player, usePlayerSelector, useResumePosition } from "@/player/player";
import { PlayingBars } from "@/ui/media/playing-bars";

/** Row of a shelf or playlist. Without `audio` the recording is deleted and only its title is shown. */
export interface AudioRow {
  audioId: string;
  title: string;
  audio?: AudioNote | null | undefined;
}

export type AudioTableLayout = "shelf" | "playlist";

/** Column of buttons. `tabIndex` goes to each button, so that Tab reaches only those of the current row. */
export interface ActionColumn {
  label: string;
  render: (row: AudioRow, place: { index: number; tabIndex: 0 | -1 }) => ReactNode;
}

export interface AudioRowProps {
  row: AudioRow;
  index: number;
  layout: AudioTableLayout;
  isActive: boolean;
  isScrolling: boolean;
  /** True if the row must take the focus when it is mounted. */
  takesFocus: boolean;
  onPlay: (index: number) => void;
  action: ActionColumn;
  endColumn: ActionColumn | undefined;
  /** Called when the focused row is unmounted by scrolling, so that the list can take the focus. */
  keepFocus: () => void;
}

function subjectText({ courseCode, subject }: Pick<AudioNote, "courseCode" | "subject">): string {
  return courseCode ? displayCode(courseCode) : subject;
}

function publishedText(instant: string): string {
  return formatDay(instant) || UNKNOWN_DATE;
}

type Playing = "no" | "paused" | "playing";

function usePlaying(audioId: string): Playing {
  return usePlayerSelector((state) =>
    state.currentAudio?.id !== audioId ? "no" : state.isPlaying || state.isLoading ? "playing" : "paused",
  );
}

/** Returns false until the list stops scrolling. Rows that pass by are rendered without their buttons. */
function useSettled(isScrolling: boolean): boolean {
  const [isSettled, setSettled] = useState(!isScrolling);
  if (!isSettled && !isScrolling) setSettled(true);
  return isSettled;
}

export const AudioTableRow = memo(function AudioTableRow(props: AudioRowProps) {
  const { row, index, layout, isActive, isScrolling, takesFocus, onPlay, action, endColumn, keepFocus } = props;
  const { audio } = row;
  const playing = usePlaying(row.audioId);
  const heard = useResumePosition(row.audioId);
  const { clock } = useDurations();
  const isSettled = useSettled(isScrolling);
  const tabIndex = isActive ? 0 : -1;
  const target = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    target.current?.focus({ preventScroll: true });
    // The table may extend below the viewport.
    target.current?.closest("[role=row]")?.scrollIntoView({ block: "nearest" });
  }, [takesFocus]);
  useLayoutEffect(() => {
    const own = target.current?.closest("[role=row]");
    return () => {
      if (own?.contains(document.activeElement)) keepFocus();
    };
  }, [keepFocus]);

  const actionCell = (column: ActionColumn) => (
    <span role="cell" className="action-cell">
      {(isSettled || isActive) && column.render(row, { index, tabIndex })}
    </span>
  );
  const isCurrent = playing !== "no";
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-current={isCurrent || undefined}
      className={cn("audio-row", isCurrent && "is-playing", !audio && "is-gone")}
    >
      <span role="cell" className="index-cell tabular-nums">
        {isCurrent ? <PlayingBars isPlaying={playing === "playing"} /> : <span className="no">{index + 1}</span>}
        {!isCurrent && audio && <Play aria-hidden="true" className="go" />}
      </span>
      <div role="cell" className="min-w-0">
        {audio ? (
          <button
            type="button"
            ref={target as RefObject<HTMLButtonElement>}
            className="title-cell"
            tabIndex={tabIndex}
            title={row.title}
            aria-label={`${playing === "playing" ? "Pause" : "Play"} ${row.title}`}
            onClick={() => (isCurrent ? player.toggle() : onPlay(index))}
          >
            {isCurrent && <PlayingBars isPlaying={playing === "playing"} className="narrow" />}
            <span className="truncate-2">{row.title}</span>
          </button>
        ) : (
          <span ref={target} className="title-cell" tabIndex={tabIndex}>
            Unavailable
          </span>
        )}
        <p className="d truncate-1">
          {heard?.isFinished && (
            <span className="heard">
              <Check aria-hidden="true" />
              Finished
            </span>
          )}
          {audio ? (
            <>
              <span className="narrow tabular-nums">
                {subjectText(audio)} · {layout === "shelf" ? publishedText(audio.uploadDate) : audio.uploaderName}
              </span>
              <span className="wide">{audio.description}</span>
            </>
          ) : (
            row.title
          )}
        </p>
      </div>
      <span role="cell" className="action-cell like-cell">
        {(isSettled || isActive) && audio && (
          <ConnectedLikeButton kind="audio" id={row.audioId} count={audio.likes} tabIndex={tabIndex} />
        )}
      </span>
      {layout === "shelf" && actionCell(action)}
      <span role="cell" className="wide tabular-nums truncate-1" title={audio?.subject}>
        {audio && subjectText(audio)}
      </span>
      {layout === "shelf" ? (
        <span role="cell" className="wide tabular-nums truncate-1">
          {audio && publishedText(audio.uploadDate)}
        </span>
      ) : (
        <span role="cell" className="wide truncate-1" title={audio?.uploaderName}>
          {audio && (audio.uploaderName || UNKNOWN_ARTIST)}
        </span>
      )}
      <span role="cell" className="time tabular-nums">
        {audio && clock(audio.durationSecs)}
      </span>
      {layout === "playlist" && actionCell(action)}
      {endColumn && actionCell(endColumn)}
    </div>
  );
});
