import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { problemText } from "@/api/problem";
import { useSearch } from "@/core/search/queries";
import { courseCalledQuery, hiddenCoursesQuery, type ManagedCourse } from "@/data/courses/managed-courses";

/** What the console's list of courses shows of one. */
export interface ListedCourse extends Pick<ManagedCourse, "courseCode" | "title"> {
  /** Unknown where the list comes from the catalogue. */
  noteCount?: number | undefined;
  hidden?: boolean | undefined;
  mergingInto?: string | undefined;
}

/** The hidden courses, and how to get more of them if there are. */
export function useHiddenCourses() {
  const hidden = useInfiniteQuery(hiddenCoursesQuery);
  return {
    courses: hidden.data?.pages.flatMap((page) => page.items) ?? [],
    more: hidden.hasNextPage ? () => void hidden.fetchNextPage() : undefined,
  };
}

/** Courses matching what was typed: the one with this code first, then hidden ones, then those of the catalogue. */
export function useCourseSearch(text: string) {
  const query = text.trim();
  const called = useQuery(courseCalledQuery(query));
  const found = useSearch(query);
  const hidden = useHiddenCourses();
  const words = query.toLowerCase().split(/\s+/);
  const isMatch = ({ courseCode, title }: ListedCourse) =>
    words.every((word) => `${courseCode} ${title}`.toLowerCase().includes(word));
  const all: ListedCourse[] = [
    ...(called.data ? [called.data] : []),
    ...hidden.courses.filter(isMatch),
    ...(found.data?.hits ?? []).map(({ code, title }) => ({ courseCode: code, title })),
  ];
  const error = called.error ?? found.error;
  return {
    // What comes first is the newest.
    courses: [...new Map(all.toReversed().map((course) => [course.courseCode, course])).values()].toReversed(),
    isSearching: called.isLoading || found.isLoading,
    problem: error ? problemText(error) : undefined,
  };
}
