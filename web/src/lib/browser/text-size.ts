import { useSyncExternalStore } from "react";
import { createWatchers } from "../watchers";

/** Default size of 1 rem in pixels. */
const USUAL_REM_PX = 16;
/** Scale above which pages use the layout for large text (`styles/large-text.css`). */
const LARGE_FROM = 1.5;

let scale = 1;
const watchers = createWatchers();

function measure(): void {
  const page = document.documentElement;
  scale = Number.parseFloat(getComputedStyle(page).fontSize) / USUAL_REM_PX || 1;
  if (scale >= LARGE_FROM) page.dataset.text = "large";
  else delete page.dataset.text;
  watchers.tell();
}

/**
 * Tracks the browser's text size. Media queries in pixels do not follow it, and those in `em` ignore sizes set on the
 * page itself.
 */
export function trackTextScale(): void {
  measure();
  const rem = document.createElement("div");
  rem.className = "text-size";
  rem.setAttribute("aria-hidden", "true");
  document.body.append(rem);
  new ResizeObserver(measure).observe(rem);
}

/** Returns the text scale: 2 at 32 px. */
export function textScale(): number {
  return scale;
}

export function useTextScale(): number {
  return useSyncExternalStore(watchers.watch, textScale);
}

/** Calls `watcher` after each change of the text size. Returns the unsubscribe function. */
export const onTextScaleChange = watchers.watch;
