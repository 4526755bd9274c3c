import { queryClient } from "@/data/query/query-client";
import { studySettingsQuery } from "@/data/study/review-log";
import { ProgressPage } from "@/features/cards/progress/progress-page";

/** Prefetches the study settings while the code of the core loads. */
export function loader() {
  void queryClient.prefetchQuery(studySettingsQuery);
  return null;
}

export function Component() {
  return <ProgressPage />;
}
