import { createWatchers } from "../watchers";

/** Selected theme. `system` follows the device. `public/first-paint.js` applies it before the first paint. */
export type Theme = "system" | "light" | "dark";

/** Local storage key. The theme belongs to the device, so signing out keeps it. */
export const THEME_KEY = "nn:theme";

const listeners = createWatchers();

/** Returns the selected theme; `system` if there is no valid selection. */
export function currentTheme(): Theme {
  const shown = document.documentElement.dataset.theme;
  return shown === "light" || shown === "dark" ? shown : "system";
}

/** Applies a theme and stores it for this device. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is disabled (private window): the theme applies until the page is closed.
  }
  listeners.tell();
}

/**
 * Returns the next theme of the toggle. `system` is followed by the opposite of the current appearance, so that the
 * first click always changes the page.
 */
export function nextTheme(theme: Theme, systemIsDark: boolean): Theme {
  const order: readonly Theme[] = systemIsDark ? ["system", "light", "dark"] : ["system", "dark", "light"];
  return order[(order.indexOf(theme) + 1) % order.length] ?? "system";
}

export function systemIsDark(): boolean {
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Calls `listener` after each change. Returns the unsubscribe function. */
export const onThemeChange = listeners.watch;
