import { RATE } from "./controller";
import type { SkipOptions } from "./sentences";

/** Settings of reading aloud. They belong to the device, like its voices. */
export interface AloudSettings {
  rate: number;
  /** URI of the chosen voice. */
  voice: string | undefined;
  skip: SkipOptions;
}

/** Local storage key. */
const KEY = "nn:read-aloud";

export const DEFAULT_ALOUD: AloudSettings = { rate: 1, voice: undefined, skip: { footnotes: true, citations: false } };

export function aloudSettings(): AloudSettings {
  try {
    const stored = (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<AloudSettings> | null) ?? {};
    const { rate, voice, skip } = stored;
    return {
      rate: typeof rate === "number" && rate >= RATE.min && rate <= RATE.max ? rate : DEFAULT_ALOUD.rate,
      voice: typeof voice === "string" ? voice : undefined,
      skip: {
        footnotes: skip?.footnotes ?? DEFAULT_ALOUD.skip.footnotes,
        citations: skip?.citations ?? DEFAULT_ALOUD.skip.citations,
      },
    };
  } catch {
    // Storage is disabled, or another version of the app stored something else.
    return DEFAULT_ALOUD;
  }
}

export function storeAloudSettings(settings: AloudSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The settings apply until the page is closed.
  }
}
