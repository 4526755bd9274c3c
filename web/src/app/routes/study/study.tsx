import type { LoaderFunctionArgs } from "react-router";
import { canonicalCode } from "@/core/course-code";
import { chaptersQuery } from "@/data/cards/chapters";
import { personalCardCountsQuery } from "@/data/cards/personal-cards";
import { courseQuery } from "@/data/courses/courses";
import { examsQuery } from "@/data/exams/exams";
import { queryClient } from "@/data/query/query-client";
import { studySettingsQuery } from "@/data/study/review-log";
import { StudyPage } from "@/features/cards/study/study-page";
import { lazyComponent } from "@/ui/feedback/lazy";

const NextExams = lazyComponent(async () => (await import("../../shell/deferred-shell")).deferredShell.NextExams);

/** Prefetches the data of the page or of a review session in parallel. */
export function loader({ request }: LoaderFunctionArgs) {
  const courses = new URL(request.url).searchParams.getAll("course");
  for (const course of courses) {
    const code = canonicalCode(course)?.code ?? course;
    void queryClient.prefetchQuery(courseQuery(code));
    void queryClient.prefetchQuery(chaptersQuery(code));
  }
  void queryClient.prefetchQuery(personalCardCountsQuery);
  void queryClient.prefetchQuery(studySettingsQuery);
  void queryClient.prefetchQuery(examsQuery);
  return null;
}

export function Component() {
  return <StudyPage exams={<NextExams />} />;
}
