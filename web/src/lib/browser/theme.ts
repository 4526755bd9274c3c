/** The person's choice of theme. `system` follows the device. `public/first-paint.js` applies it before first paint. */
export type Theme = "system" | "light" | "dark";

/** Key in local storage; belongs to the device and not to a person, so signing out keeps it. */
export const THEME_KEY = "nn:theme";

const listeners = new Set<() => void>();

/** The chosen theme; `system` when nothing (or nonsense) is stored or storage is closed. */
export function currentTheme(): Theme {
  const shown = document.documentElement.dataset.theme;
  return shown === "light" || shown === "dark" ? shown : "system";
}

/** Applies a theme now and remembers it for this device. */
export function setTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is closed (private window): the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/**
 * The theme after `theme` when the toggle is pressed. From `system` it is the opposite of what the system
 * shows, so that the first press always changes something.
 */
export function nextTheme(theme: Theme, systemIsDark: boolean): Theme {
  const order: readonly Theme[] = systemIsDark ? ["system", "light", "dark"] : ["system", "dark", "light"];
  return order[(order.indexOf(theme) + 1) % order.length] ?? "system";
}

/** What the system asks for. */
export function systemIsDark(): boolean {
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Calls `listener` after each change; returns how to stop. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
