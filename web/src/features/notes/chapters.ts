import { CHAPTER_MAX } from "@/core/limits";

/** The chapter that an address asks for; anything that is no chapter number means all of them. */
export function chapterIn(search: URLSearchParams): number | undefined {
  const text = search.get("chapter") ?? "";
  const chapter = /^[1-9]\d*$/.test(text) ? Number(text) : 0;
  return chapter >= 1 && chapter <= CHAPTER_MAX ? chapter : undefined;
}

/** The chapters to choose from, in order: those of the loaded notes, and the chosen one in any case. */
export function chaptersOf(notes: readonly { chapter: number }[], chosen: number | undefined): number[] {
  const chapters = new Set(notes.map((note) => note.chapter));
  if (chosen !== undefined) chapters.add(chosen);
  return [...chapters].sort((one, other) => one - other);
}
