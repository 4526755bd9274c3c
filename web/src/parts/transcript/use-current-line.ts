import { useEffect, useState } from "react";
import type { Transcript } from "@/data/transcripts/transcripts";
import { playerPosition, playerState } from "@/player/store";
import { lineAt } from "./lines";

/** Maximum time for which the position is estimated, in milliseconds. The player reports it more often. */
const ESTIMATED_MAX_MS = 2000;

/**
 * Returns the index of the line that is being spoken, or -1. Rerenders only when the line changes. The player reports
 * its position about four times a second, so a timer changes the line between two reports.
 */
export function useCurrentLine(audioId: string, { timed, lines }: Transcript): number {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    if (!timed) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reported = playerPosition.get();
    let reportedAtMs = performance.now();
    function update() {
      clearTimeout(timer);
      const { currentAudio, isPlaying, isLoading, rate } = playerState.get();
      if (currentAudio?.id !== audioId) {
        setCurrent(-1);
        return;
      }
      if (playerPosition.get() !== reported) {
        reported = playerPosition.get();
        reportedAtMs = performance.now();
      }
      const isMoving = isPlaying && !isLoading;
      const sinceMs = isMoving ? Math.min(performance.now() - reportedAtMs, ESTIMATED_MAX_MS) : 0;
      const positionMs = reported.positionSecs * 1000 + sinceMs * rate;
      const index = lineAt(lines, positionMs);
      setCurrent(index);
      const nextMs = lines[index + 1]?.[0];
      if (!isMoving || nextMs === undefined || sinceMs >= ESTIMATED_MAX_MS) return;
      timer = setTimeout(update, (nextMs - positionMs) / rate);
    }
    update();
    const stops = [playerPosition.watch(update), playerState.watch(update)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [audioId, timed, lines]);
  return current;
}
