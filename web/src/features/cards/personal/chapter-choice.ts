import { useQuery } from "@tanstack/react-query";
import { chaptersQuery } from "@/data/cards/chapters";

/** Option for cards of the whole course and for cards whose chapter was deleted. */
export const NO_CHAPTER = { value: "", label: "No chapter" } as const;

/** Returns the chapters of a course as options. A deleted course has only `NO_CHAPTER`. */
export function useChapterOptions(code: string) {
  const { data, isPending, isError } = useQuery(chaptersQuery(code));
  const chapters = data ?? [];
  const choice = chapters.map(({ id, number, title }) => ({ value: id, label: `Chapter ${number}: ${title}` }));
  return { chapters, choice: [...choice, NO_CHAPTER], isReady: !isPending || isError };
}
