import { useCallback, useEffect, useState } from "react";

/**
 * Returns whether the reader fills the window, and functions to change it. The document element enters full screen, not
 * the reader, because dialogs and menus are rendered outside of the reader.
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
      // If the browser refuses, the reader only fills the window.
      document.documentElement.requestFullscreen?.().catch(() => undefined);
    }
  }, [isFull, leave]);
  return [isFull, toggle, leave];
}
