import { personalCardCountsQuery } from "@/data/cards/personal-cards";
import { examsQuery } from "@/data/exams/exams";
import { queryClient } from "@/data/query/query-client";
import { studySettingsQuery } from "@/data/study/review-log";
import { TimedPage } from "@/features/cards/timed/timed-page";

/** Prefetches the data of the page in parallel. */
export function loader() {
  void queryClient.prefetchQuery(personalCardCountsQuery);
  void queryClient.prefetchQuery(studySettingsQuery);
  void queryClient.prefetchQuery(examsQuery);
  return null;
}

export function Component() {
  return <TimedPage />;
}
