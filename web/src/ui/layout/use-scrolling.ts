import { useCallback, useEffect, useRef, useState } from "react";
import { SCROLL_END_MS } from "@/core/limits";

/** Returns true until 150 ms after the last scroll event. Spread `onScroll` on the list. */
export function useScrolling(): { isScrolling: boolean; onScroll: () => void } {
  const [isScrolling, setScrolling] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const onScroll = useCallback(() => {
    setScrolling(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setScrolling(false), SCROLL_END_MS);
  }, []);
  return { isScrolling, onScroll };
}
