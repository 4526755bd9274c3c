import { CHAPTER_MAX } from "@/core/limits";

/** Parses the `chapter` parameter. Returns `undefined` for all chapters, also if the value is invalid. */
export function parseChapterParam(search: URLSearchParams): number | undefined {
  const text = search.get("chapter") ?? "";
  const chapter = /^[1-9]\d*$/.test(text) ? Number(text) : 0;
  return chapter >= 1 && chapter <= CHAPTER_MAX ? chapter : undefined;
}

/** Returns the chapters of the loaded notes and the selected one, in ascending order. */
export function chapterOptions(notes: readonly { chapter: number }[], chosen: number | undefined): number[] {
  const chapters = new Set(notes.map((note) => note.chapter));
  if (chosen !== undefined) chapters.add(chosen);
  return [...chapters].sort((one, other) => one - other);
}
