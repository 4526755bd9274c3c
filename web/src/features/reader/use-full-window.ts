import { useCallback, useEffect, useState } from "react";

/**
 * Whether the reader fills the window. The whole page goes to full screen where the browser can, not the reader alone:
 * dialogs and menus stand beside it.
 */
export function useFullWindow(): [isFull: boolean, toggle: () => void, leave: () => void] {
  const [isFull, setFull] = useState(false);
  const leave = useCallback(() => {
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen();
  }, []);
  useEffect(() => {
    const onChange = () => !document.fullscreenElement && setFull(false);
    document.addEventListener("fullscreenchange", onChange);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  const toggle = useCallback(() => {
    if (isFull) leave();
    else {
      setFull(true);
      // A browser that refuses leaves the window as large as it is.
      document.documentElement.requestFullscreen?.().catch(() => undefined);
    }
  }, [isFull, leave]);
  return [isFull, toggle, leave];
}
