import { createWatchers } from "@/lib/watchers";

/** Appearance of the text view. It belongs to the device, like the theme of the app. */
export interface TextSettings {
  /** Text size in percent of the app's text size. */
  sizePercent: number;
  /** Distance of the lines, as a multiple of the text size. */
  lineSpacing: number;
  /** Maximum length of a line, in characters. */
  widthChars: number;
  font: TextFont;
  theme: TextTheme;
}

export type TextFont = "app" | "serif" | "atkinson";

/** `app` follows the theme of the app. */
export type TextTheme = "app" | "light" | "sepia" | "dark";

export const TEXT_SIZE = { min: 80, max: 300, step: 10 };
export const LINE_SPACING = { min: 1.2, max: 2.4, step: 0.1 };
export const LINE_LENGTH = { min: 30, max: 100, step: 5 };
export const FONTS: readonly TextFont[] = ["app", "serif", "atkinson"];
export const THEMES: readonly TextTheme[] = ["app", "light", "sepia", "dark"];

export const DEFAULT_SETTINGS: TextSettings = {
  sizePercent: 110,
  lineSpacing: 1.6,
  widthChars: 70,
  font: "app",
  theme: "app",
};

/** Local storage key. */
const SETTINGS_KEY = "nn:text-view";

const watchers = createWatchers();
let settings: TextSettings | undefined;

function within(value: unknown, { min, max }: { min: number; max: number }, fallback: number): number {
  return typeof value === "number" && value >= min && value <= max ? value : fallback;
}

function parse(stored: string | null): TextSettings {
  let parsed: Partial<Record<keyof TextSettings, unknown>> = {};
  try {
    parsed = (JSON.parse(stored ?? "{}") as typeof parsed | null) ?? {};
  } catch {
    // Another version of the app may have stored something else.
  }
  return {
    sizePercent: within(parsed.sizePercent, TEXT_SIZE, DEFAULT_SETTINGS.sizePercent),
    lineSpacing: within(parsed.lineSpacing, LINE_SPACING, DEFAULT_SETTINGS.lineSpacing),
    widthChars: within(parsed.widthChars, LINE_LENGTH, DEFAULT_SETTINGS.widthChars),
    font: FONTS.find((font) => font === parsed.font) ?? DEFAULT_SETTINGS.font,
    theme: THEMES.find((theme) => theme === parsed.theme) ?? DEFAULT_SETTINGS.theme,
  };
}

export function textSettings(): TextSettings {
  if (settings) return settings;
  try {
    settings = parse(localStorage.getItem(SETTINGS_KEY));
  } catch {
    // Storage is disabled: the settings apply until the page is closed.
    settings = DEFAULT_SETTINGS;
  }
  return settings;
}

export function changeTextSettings(change: Partial<TextSettings>): void {
  settings = { ...textSettings(), ...change };
  try {
    localStorage.setItem(SETTINGS_KEY, JSON.stringify(settings));
  } catch {
    // Without storage, the settings apply until the page is closed.
  }
  watchers.tell();
}

/** Makes the text larger or smaller by some steps. */
export function changeTextSize(steps: number): void {
  const { sizePercent } = textSettings();
  changeTextSettings({
    sizePercent: Math.min(TEXT_SIZE.max, Math.max(TEXT_SIZE.min, sizePercent + steps * TEXT_SIZE.step)),
  });
}

/** Calls `watcher` after each change. Returns the unsubscribe function. */
export const onTextSettingsChange = watchers.watch;
