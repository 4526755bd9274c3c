import { useSyncExternalStore } from "react";
import { loadPlayer } from "./player";

/** How the core writes durations. Every text is empty until the core is there. */
interface Durations {
  /** '4:05', with minutes beyond 59 ('75:03'); '--:--' when it is not known. */
  clock(secs: number | null | undefined): string;
  /** 'about 45 min', 'about 1 hr 5 min' or 'about 2 hrs 5 min'. */
  total(secs: number): string;
  /** For a screen reader: '1 hour 2 minutes 5 seconds'. */
  spoken(secs: number | null | undefined): string;
}

const notYet: Durations = { clock: () => "", total: () => "", spoken: () => "" };

let durations = notYet;
const watchers = new Set<() => void>();

async function fetchOnce(): Promise<void> {
  try {
    const core = await loadPlayer();
    if (durations !== notYet) return;
    durations = {
      clock: (secs) => core.formatClock(secs ?? undefined),
      total: (secs) => core.formatTotal(Float64Array.of(secs)),
      spoken: (secs) => core.formatSpoken(secs ?? undefined),
    };
    for (const watcher of watchers) watcher();
  } catch (error) {
    // Everything else of the page works; the next part that shows a duration tries again.
    console.warn("The core could not be loaded, so durations are not shown.", error);
  }
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (durations === notYet) void fetchOnce();
  return () => watchers.delete(watcher);
}

/** The core's way to write durations; draws again when the core arrives. */
export function useDurations(): Durations {
  return useSyncExternalStore(watch, () => durations);
}
