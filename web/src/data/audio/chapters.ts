import type { AudioChapter, Waveform } from "@/api/models";

/** Returns the chapters of a recording. A waveform that was stored before there were chapters has none. */
export function chaptersOf(waveform: Partial<Waveform> | undefined): readonly AudioChapter[] {
  return waveform?.chapters ?? [];
}
