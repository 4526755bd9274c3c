import { useSyncExternalStore } from "react";

/** The size of 1 rem in browsers that nobody has set to another, in pixels. */
const USUAL_REM_PX = 16;
/** From this scale on pages are laid out for large text (`styles/large-text.css`). */
const LARGE_FROM = 1.5;

let scale = 1;
const watchers = new Set<() => void>();

function measure(): void {
  const page = document.documentElement;
  scale = Number.parseFloat(getComputedStyle(page).fontSize) / USUAL_REM_PX || 1;
  if (scale >= LARGE_FROM) page.dataset.text = "large";
  else delete page.dataset.text;
  for (const watcher of watchers) watcher();
}

/**
 * Follows how large people have set the text of their browser. Media queries in pixels do not, and those in `em` miss
 * what is set on the page itself.
 */
export function followTextSize(): void {
  measure();
  const rem = document.createElement("div");
  rem.className = "text-size";
  rem.setAttribute("aria-hidden", "true");
  document.body.append(rem);
  new ResizeObserver(measure).observe(rem);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** How much larger than usual text is: 2 at 32 px. */
export function textScale(): number {
  return scale;
}

/** The same; renders again when it changes. */
export function useTextScale(): number {
  return useSyncExternalStore(watch, textScale);
}

/** Calls `watcher` when text becomes larger or smaller; returns how to stop. */
export const onTextSize = watch;
