import { useSyncExternalStore } from "react";
import { COMPACT_PLAYER_MAX_WIDTH_PX } from "@/core/limits";

/**
 * `compact`: a thin bar that opens a sheet. `narrow`: the seek bar is a hairline. `wide`: volume and sleep timer are
 * behind buttons. `widest`: everything is in the bar.
 */
export type Layout = "compact" | "narrow" | "wide" | "widest";

const compact = `(max-width: ${COMPACT_PLAYER_MAX_WIDTH_PX}px)`;
const queries = [
  [compact, "compact"],
  ["(max-width: 1023px)", "narrow"],
  ["(max-width: 1279px)", "wide"],
] as const;

function layoutNow(): Layout {
  return queries.find(([query]) => window.matchMedia(query).matches)?.[1] ?? "widest";
}

function watch(watcher: () => void): () => void {
  const lists = queries.map(([query]) => window.matchMedia(query));
  for (const list of lists) list.addEventListener("change", watcher);
  return () => {
    for (const list of lists) list.removeEventListener("change", watcher);
  };
}

/** What the width of the window leaves room for. */
export function useLayout(): Layout {
  return useSyncExternalStore(watch, layoutNow);
}
