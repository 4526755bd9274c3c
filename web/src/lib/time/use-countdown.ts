import { useCallback, useEffect, useState } from "react";

const SECOND_MS = 1000;

/** Counts down from `seconds` to 0. Uses the system clock, so that the value is right after the tab was suspended. */
export function useCountdown(seconds: number): { secondsLeft: number; restart: () => void } {
  const [endsAtMs, setEndsAtMs] = useState(() => Date.now() + seconds * SECOND_MS);
  const [left, setLeft] = useState(seconds);

  useEffect(() => {
    const tick = () => {
      const now = Math.max(0, Math.ceil((endsAtMs - Date.now()) / SECOND_MS));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, SECOND_MS);
    tick();
    return () => clearInterval(timer);
  }, [endsAtMs]);

  const restart = useCallback(() => setEndsAtMs(Date.now() + seconds * SECOND_MS), [seconds]);
  return { secondsLeft: left, restart };
}
