import { useSyncExternalStore } from "react";
import { COMPACT_PLAYER_MAX_WIDTH_PX } from "@/core/limits";
import { onTextScaleChange, textScale } from "@/lib/browser/text-size";

/**
 * Layout of the player. `compact`: a thin bar that opens a sheet. `narrow`: the seek bar is a hairline. `wide`: volume
 * and sleep timer are in popovers. `widest`: all controls are in the bar.
 */
export type PlayerLayout = "compact" | "narrow" | "wide" | "widest";

/** Maximum viewport width of each layout, in pixels at the default text size. Larger text needs more. */
const widths = [
  [1023, "narrow"],
  [1279, "wide"],
] as const;

function layoutNow(): PlayerLayout {
  if (window.innerWidth <= COMPACT_PLAYER_MAX_WIDTH_PX) return "compact";
  const room = window.innerWidth / textScale();
  return widths.find(([width]) => room <= width)?.[1] ?? "widest";
}

function watch(watcher: () => void): () => void {
  const stop = onTextScaleChange(watcher);
  window.addEventListener("resize", watcher);
  return () => {
    stop();
    window.removeEventListener("resize", watcher);
  };
}

/** Returns the layout for the current viewport and subscribes to changes. */
export function useLayout(): PlayerLayout {
  return useSyncExternalStore(watch, layoutNow);
}
