import { useQuery } from "@tanstack/react-query";
import { chaptersQuery } from "@/data/cards/study";

/** Cards of the whole course, and those whose chapter is gone, have none of these. */
export const NO_CHAPTER = { value: "", label: "Without a chapter" } as const;

/** The chapters of a course to choose one from. A course that is gone has none. */
export function useChapterChoice(code: string) {
  const { data, isPending, isError } = useQuery(chaptersQuery(code));
  const chapters = data ?? [];
  const choice = chapters.map(({ id, number, title }) => ({ value: id, label: `Chapter ${number}: ${title}` }));
  return { chapters, choice: [...choice, NO_CHAPTER], isReady: !isPending || isError };
}
