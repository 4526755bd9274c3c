// biome-ignore-all lint/a11y/useSemanticElements: table elements lose their meaning once rows are placed by hand
// biome-ignore-all lint/a11y/useFocusableInteractive: the row's button has the focus, for the row
import { Check, Play } from "lucide-react";
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { AudioNote } from "@/api/models";
import { useDurations } from "@/core/durations";
import { UNKNOWN_ARTIST, UNKNOWN_DATE } from "@/core/limits";
import { displayCode } from "@/lib/addresses/subjects";
import { cn } from "@/lib/text/cn";
import { formatDay } from "@/lib/text/format";
import { Like } from "@/parts/liking/like";
import { player, useHeard, usePlayerPart } from "@/player/player";
import { PlayingBars } from "@/ui/media/playing-bars";

/** A row of a shelf or playlist. Without `audio` the note is gone and only its title is left. */
export interface AudioRow {
  audioId: string;
  title: string;
  audio?: AudioNote | null | undefined;
}

/** Which columns there are besides number, title and duration. */
export type AudioTableLayout = "shelf" | "playlist";

/** A column of buttons. `tabIndex` goes to each of them: only the current row's are on the way of the Tab key. */
export interface ActionColumn {
  /** Heading for screen readers. */
  label: string;
  render: (row: AudioRow, place: { index: number; tabIndex: 0 | -1 }) => ReactNode;
}

export interface AudioRowProps {
  row: AudioRow;
  index: number;
  layout: AudioTableLayout;
  isActive: boolean;
  isScrolling: boolean;
  /** Whether the row is to take the focus, as soon as it is there. */
  wantsFocus: boolean;
  onPlay: (index: number) => void;
  action: ActionColumn;
  end: ActionColumn | undefined;
  /** Takes the focus when the row with the focus is scrolled away. */
  keepFocus: () => void;
}

/** 'CS 246', or the subject as it was typed. */
function subjectText({ courseCode, subject }: Pick<AudioNote, "courseCode" | "subject">): string {
  return courseCode ? displayCode(courseCode) : subject;
}

/** '2 Nov 2026', or what stands there when the day is not known. */
function dayText(instant: string): string {
  return formatDay(instant) || UNKNOWN_DATE;
}

type Playing = "no" | "paused" | "playing";

function usePlaying(audioId: string): Playing {
  return usePlayerPart((state) =>
    state.currentAudio?.id !== audioId ? "no" : state.isPlaying || state.isLoading ? "playing" : "paused",
  );
}

/** False until the list stands still once: a row that only flies past does without its buttons. */
function useSettled(isScrolling: boolean): boolean {
  const [isSettled, setSettled] = useState(!isScrolling);
  if (!isSettled && !isScrolling) setSettled(true);
  return isSettled;
}

/** One row; the button in its title covers all of it. */
export const AudioTableRow = memo(function AudioTableRow(props: AudioRowProps) {
  const { row, index, layout, isActive, isScrolling, wantsFocus, onPlay, action, end, keepFocus } = props;
  const { audio } = row;
  const playing = usePlaying(row.audioId);
  const heard = useHeard(row.audioId);
  const { clock } = useDurations();
  const isSettled = useSettled(isScrolling);
  const tabIndex = isActive ? 0 : -1;
  const target = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!wantsFocus) return;
    target.current?.focus({ preventScroll: true });
    // The table may be partly below the edge of the page.
    target.current?.closest("[role=row]")?.scrollIntoView({ block: "nearest" });
  }, [wantsFocus]);
  useLayoutEffect(() => {
    const own = target.current?.closest("[role=row]");
    return () => {
      if (own?.contains(document.activeElement)) keepFocus();
    };
  }, [keepFocus]);

  const actionCell = (column: ActionColumn) => (
    <span role="cell" className="act">
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
      <span role="cell" className="idx num">
        {isCurrent ? <PlayingBars isPlaying={playing === "playing"} /> : <span className="no">{index + 1}</span>}
        {!isCurrent && audio && <Play aria-hidden="true" className="go" />}
      </span>
      <div role="cell" className="min-w-0">
        {audio ? (
          <button
            type="button"
            ref={target as RefObject<HTMLButtonElement>}
            className="ttl"
            tabIndex={tabIndex}
            title={row.title}
            aria-label={`${playing === "playing" ? "Pause" : "Play"} ${row.title}`}
            onClick={() => (isCurrent ? player.toggle() : onPlay(index))}
          >
            {isCurrent && <PlayingBars isPlaying={playing === "playing"} className="narrow" />}
            <span className="t2">{row.title}</span>
          </button>
        ) : (
          <span ref={target} className="ttl" tabIndex={tabIndex}>
            Unavailable
          </span>
        )}
        <p className="d t1">
          {heard?.isFinished && (
            <span className="heard">
              <Check aria-hidden="true" />
              Finished
            </span>
          )}
          {audio ? (
            <>
              <span className="narrow num">
                {subjectText(audio)} · {layout === "shelf" ? dayText(audio.uploadDate) : audio.uploaderName}
              </span>
              <span className="wide">{audio.description}</span>
            </>
          ) : (
            row.title
          )}
        </p>
      </div>
      <span role="cell" className="act hearts">
        {(isSettled || isActive) && audio && (
          <Like kind="audio" id={row.audioId} count={audio.likes} tabIndex={tabIndex} />
        )}
      </span>
      {layout === "shelf" && actionCell(action)}
      <span role="cell" className="wide num t1" title={audio?.subject}>
        {audio && subjectText(audio)}
      </span>
      {layout === "shelf" ? (
        <span role="cell" className="wide num t1">
          {audio && dayText(audio.uploadDate)}
        </span>
      ) : (
        <span role="cell" className="wide t1" title={audio?.uploaderName}>
          {audio && (audio.uploaderName || UNKNOWN_ARTIST)}
        </span>
      )}
      <span role="cell" className="time num">
        {audio && clock(audio.durationSecs)}
      </span>
      {layout === "playlist" && actionCell(action)}
      {end && actionCell(end)}
    </div>
  );
});
