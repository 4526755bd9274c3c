import type { LoaderFunctionArgs } from "react-router";
import { examsQuery } from "@/api/exams";
import { ownCoursesQuery } from "@/api/own-cards";
import { queryClient } from "@/api/query-client";
import { chaptersQuery } from "@/api/study";
import { studySettingsQuery } from "@/api/studying";
import { canonicalCode } from "@/core/course-code";
import { StudyPage } from "@/features/cards/study/study-page";

/** Asks at once for what a sitting would ask for one after the other. */
export function loader({ request }: LoaderFunctionArgs) {
  const courses = new URL(request.url).searchParams.getAll("course");
  for (const course of courses) void queryClient.prefetchQuery(chaptersQuery(canonicalCode(course)?.code ?? course));
  void queryClient.prefetchQuery(ownCoursesQuery);
  if (courses.length === 0) return null;
  void queryClient.prefetchQuery(studySettingsQuery);
  void queryClient.prefetchQuery(examsQuery);
  return null;
}

export function Component() {
  return <StudyPage />;
}
