import { useQuery } from "@tanstack/react-query";
import { TOOLTIP_MS } from "@/core/limits";
import { cn } from "@/lib/text/cn";
import { player, usePlayerSelector } from "@/player/player";
import { Slider } from "@/ui/form/slider";
import { usePlaybackTimes, useProgress } from "../times";
import { ChapterMarks, useCurrentWaveform } from "./chapters";
import { Waveform } from "./waveform";

/** Seek distance of an arrow key, in seconds; three times as much with Shift. */
export const ARROW_KEY_SEEK_SECS = 5;

interface SeekProps {
  className?: string;
  /** Number of waveform bars; without it the slider is a plain line. */
  bars?: number;
  /** Shows the time above the bar for a moment after a seek. */
  showsTime?: boolean;
}

export function SeekSlider({ className, bars, showsTime = false }: SeekProps) {
  const { positionSecs, durationSecs, bufferedSecs } = useProgress();
  const hasTrack = usePlayerSelector((state) => state.currentAudio !== undefined);
  const times = usePlaybackTimes();
  const waveform = useQuery({
    ...useCurrentWaveform(),
    enabled: bars !== undefined && hasTrack,
    // Playback does not need the waveform.
    retry: false,
  });
  const peaks = waveform.data?.peaks;
  return (
    <Slider
      className={cn("seek", className)}
      label="Seek"
      value={positionSecs}
      max={durationSecs ?? 0}
      keyStep={ARROW_KEY_SEEK_SECS}
      valueText={(secs) => times.words(secs, durationSecs)}
      buffered={bufferedSecs}
      bubble={(secs) => times.clock(secs)}
      bubbleDelayMs={showsTime ? TOOLTIP_MS : 0}
      picture={
        bars !== undefined && peaks && peaks.length > 0 ? (
          <>
            <Waveform peaks={peaks} bars={bars} />
            <ChapterMarks durationSecs={durationSecs} />
          </>
        ) : undefined
      }
      disabled={durationSecs === undefined}
      onCommit={(secs) => player.seek(secs)}
    />
  );
}

/** Elapsed time, such as `18:02`. */
export function ElapsedTime() {
  const { positionSecs } = useProgress();
  return <span className="time tabular-nums">{usePlaybackTimes().clock(positionSecs)}</span>;
}

/** Duration, such as `47:18`; `--:--` if it is unknown. */
export function TotalTime() {
  const { durationSecs } = useProgress();
  return <span className="time tabular-nums">{usePlaybackTimes().clock(durationSecs)}</span>;
}

/** Remaining time, such as `-29:16`; `--:--` if the duration is unknown. */
export function RemainingTime() {
  const { positionSecs, durationSecs } = useProgress();
  const { clock } = usePlaybackTimes();
  const left = durationSecs === undefined ? undefined : Math.max(0, Math.ceil(durationSecs - positionSecs));
  return <span className="time tabular-nums">{left === undefined ? clock(left) : `-${clock(left)}`}</span>;
}
