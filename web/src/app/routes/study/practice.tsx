import type { LoaderFunctionArgs } from "react-router";
import { canonicalCode } from "@/core/course-code";
import { chaptersQuery } from "@/data/cards/chapters";
import { personalCardCountsQuery } from "@/data/cards/personal-cards";
import { queryClient } from "@/data/query/query-client";
import { PracticePage } from "@/features/cards/practice/practice-page";

/** Prefetches the chapters of the course and the list of courses with personal cards in parallel. */
export function loader({ request }: LoaderFunctionArgs) {
  const course = new URL(request.url).searchParams.get("course");
  if (course) void queryClient.prefetchQuery(chaptersQuery(canonicalCode(course)?.code ?? course));
  void queryClient.prefetchQuery(personalCardCountsQuery);
  return null;
}

export function Component() {
  return <PracticePage />;
}
