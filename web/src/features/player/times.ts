import { useDurations } from "@/core/durations";
import { usePlayerPart, usePosition } from "@/player/player";
import { usePlayerView } from "./view";

/** How times are written and read out: as they are in the recording, or as long as they take at the chosen speed. */
interface Times {
  /** '18:02', or '--:--'. */
  clock: (secs: number | null | undefined) => string;
  /** '18 minutes 2 seconds of 47 minutes 18 seconds'. */
  words: (secs: number, ofSecs: number | undefined) => string;
}

export function useTimes(): Times {
  const { clock, spoken } = useDurations();
  const { areTimesAtRate } = usePlayerView();
  const rate = usePlayerPart((state) => state.rate);
  const by = areTimesAtRate ? rate : 1;
  return {
    clock: (secs) => clock(typeof secs === "number" ? secs / by : undefined),
    words: (secs, ofSecs) => {
      const done = spoken(secs / by);
      return ofSecs === undefined ? done : `${done} of ${spoken(ofSecs / by)}`;
    },
  };
}

/** Where the current audio note is. Its length is the announced one until the file says it. */
export function useProgress() {
  const { positionSecs, durationSecs, bufferedSecs } = usePosition();
  const announced = usePlayerPart((state) => state.currentAudio?.durationSecs);
  return { positionSecs, durationSecs: durationSecs ?? announced ?? undefined, bufferedSecs };
}
