import { useDurations } from "@/core/durations";
import { usePlayerSelector, usePosition } from "@/player/player";
import { usePlayerView } from "./player-view";

/** Formatters for times as in the recording, or divided by the playback speed. */
interface Times {
  /** Formats `18:02`, or `--:--`. */
  clock: (secs: number | null | undefined) => string;
  /** Formats `18 minutes 2 seconds of 47 minutes 18 seconds`. */
  words: (secs: number, ofSecs: number | undefined) => string;
}

export function usePlaybackTimes(): Times {
  const { clock, spoken } = useDurations();
  const { areTimesAtRate } = usePlayerView();
  const rate = usePlayerSelector((state) => state.rate);
  const by = areTimesAtRate ? rate : 1;
  return {
    clock: (secs) => clock(typeof secs === "number" ? secs / by : undefined),
    words: (secs, ofSecs) => {
      const done = spoken(secs / by);
      return ofSecs === undefined ? done : `${done} of ${spoken(ofSecs / by)}`;
    },
  };
}

/** Returns the playback position. The duration is that of the track's metadata until the file is loaded. */
export function useProgress() {
  const { positionSecs, durationSecs, bufferedSecs } = usePosition();
  const announced = usePlayerSelector((state) => state.currentAudio?.durationSecs);
  return { positionSecs, durationSecs: durationSecs ?? announced ?? undefined, bufferedSecs };
}
