import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { problemText } from "@/api/problem";
import { useSearch } from "@/core/search/queries";
import { courseByTypedCodeQuery, hiddenCoursesQuery, type ManagedCourse } from "@/data/courses/managed-courses";

/** A course as the console's list shows it. */
export interface ManagedCourseRow extends Pick<ManagedCourse, "courseCode" | "title"> {
  /** `undefined` if the course comes from the catalogue. */
  noteCount?: number | undefined;
  hidden?: boolean | undefined;
  mergingInto?: string | undefined;
}

/** Returns the hidden courses, and a function that loads the next page if there is one. */
export function useHiddenCourses() {
  const hidden = useInfiniteQuery(hiddenCoursesQuery);
  return {
    courses: hidden.data?.pages.flatMap((page) => page.items) ?? [],
    more: hidden.hasNextPage ? () => void hidden.fetchNextPage() : undefined,
  };
}

/** Returns courses that match the query: an exact code first, then hidden courses, then results from the catalogue. */
export function useManagedCourseSearch(text: string) {
  const query = text.trim();
  const called = useQuery(courseByTypedCodeQuery(query));
  const found = useSearch(query);
  const hidden = useHiddenCourses();
  const words = query.toLowerCase().split(/\s+/);
  const isMatch = ({ courseCode, title }: ManagedCourseRow) =>
    words.every((word) => `${courseCode} ${title}`.toLowerCase().includes(word));
  const all: ManagedCourseRow[] = [
    ...(called.data ? [called.data] : []),
    ...hidden.courses.filter(isMatch),
    ...(found.data?.hits ?? []).map(({ code, title }) => ({ courseCode: code, title })),
  ];
  const error = called.error ?? found.error;
  return {
    // Remove duplicates. Earlier sources win because they are more current.
    courses: all.filter(({ courseCode }, at) => all.findIndex((other) => other.courseCode === courseCode) === at),
    isSearching: called.isLoading || found.isLoading,
    problem: error ? problemText(error) : undefined,
  };
}
