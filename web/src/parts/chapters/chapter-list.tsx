import "./chapters.css";
import type { AudioChapter } from "@/api/models";
import { useDurations } from "@/core/durations";
import { cn } from "@/lib/text/cn";

interface ChapterListProps {
  chapters: readonly AudioChapter[];
  /** Index of the current chapter; -1 if there is none. */
  current: number;
  onPlay: (startSecs: number) => void;
  className?: string;
}

/** Chapters of a recording. Pressing a chapter calls `onPlay` with its start. */
export function ChapterList({ chapters, current, onPlay, className }: ChapterListProps) {
  const { clock } = useDurations();
  return (
    <ol className={cn("audio-chapters", className)} aria-label="Chapters">
      {chapters.map(({ startMs, title }, index) => (
        <li key={startMs}>
          <button
            type="button"
            aria-current={index === current ? "true" : undefined}
            onClick={() => onPlay(startMs / 1000)}
          >
            <span className="tabular-nums">{clock(startMs / 1000)}</span>
            <span>{title}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
