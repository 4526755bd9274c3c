import { useSyncExternalStore } from "react";
import { createWatchers } from "@/lib/watchers";
import { loadPlayer } from "./player";

/** Formatting of durations by the core. All texts are empty until the core has loaded. */
interface Durations {
  /** '4:05', with minutes beyond 59 ('75:03'); '--:--' if unknown. */
  clock(secs: number | null | undefined): string;
  /** 'about 45 min', 'about 1 hr 5 min' or 'about 2 hrs 5 min'. */
  total(secs: number): string;
  /** For a screen reader: '1 hour 2 minutes 5 seconds'. */
  spoken(secs: number | null | undefined): string;
}

const notYet: Durations = { clock: () => "", total: () => "", spoken: () => "" };

let durations = notYet;
const watchers = createWatchers();

async function fetchOnce(): Promise<void> {
  try {
    const core = await loadPlayer();
    if (durations !== notYet) return;
    durations = {
      clock: (secs) => core.formatClock(secs ?? undefined),
      total: (secs) => core.formatTotal(Float64Array.of(secs)),
      spoken: (secs) => core.formatSpoken(secs ?? undefined),
    };
    watchers.tell();
  } catch (error) {
    // The rest of the page works; the next component that shows a duration retries.
    console.warn("The core could not be loaded, so durations are not shown.", error);
  }
}

function watch(watcher: () => void): () => void {
  if (durations === notYet) void fetchOnce();
  return watchers.watch(watcher);
}

/** Returns the core's formatting of durations, and renders again when the core has loaded. */
export function useDurations(): Durations {
  return useSyncExternalStore(watch, () => durations);
}
