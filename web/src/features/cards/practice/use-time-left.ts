import { useEffect, useEffectEvent, useState } from "react";

const SECOND_MS = 1000;

const secondsUntil = (endsAtMs: number) => Math.max(0, Math.ceil((endsAtMs - Date.now()) / SECOND_MS));

/** Returns the seconds until a time (Unix milliseconds), and calls `onEnd` then. Without a time, returns `undefined`. */
export function useTimeLeft(endsAtMs: number | undefined, onEnd: () => void): number | undefined {
  const [left, setLeft] = useState(() => (endsAtMs === undefined ? undefined : secondsUntil(endsAtMs)));
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (endsAtMs === undefined) return undefined;
    const tick = () => {
      const seconds = secondsUntil(endsAtMs);
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      end();
    };
    const timer = setInterval(tick, SECOND_MS);
    tick();
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return left;
}
