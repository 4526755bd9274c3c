import { DASHBOARD_GUIDES } from "@/core/limits";
import { topCoursesQuery } from "@/core/search/queries";
import { examsQuery } from "@/data/exams/exams";
import { feedQuery } from "@/data/me/feed";
import { newNotesQuery } from "@/data/notes/new-notes";
import { continueListeningQuery } from "@/data/positions/continue-listening";
import { continueReadingQuery } from "@/data/positions/continue-reading";
import { queryClient } from "@/data/query/query-client";
import { studySettingsQuery } from "@/data/study/review-log";
import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { lazyComponent } from "@/ui/feedback/lazy";

const NextExams = lazyComponent(async () => (await import("../shell/deferred-shell")).deferredShell.NextExams);
const StudyStats = lazyComponent(async () => (await import("../shell/deferred-shell")).deferredShell.StudyStats);

/** Prefetches the queries of the page, so that data which arrives before the first render needs no second one. */
export function loader() {
  void queryClient.prefetchQuery(topCoursesQuery(DASHBOARD_GUIDES));
  void queryClient.prefetchQuery(continueListeningQuery);
  void queryClient.prefetchQuery(continueReadingQuery);
  void queryClient.prefetchQuery(newNotesQuery);
  void queryClient.prefetchQuery(feedQuery);
  void queryClient.prefetchQuery(examsQuery);
  void queryClient.prefetchQuery(studySettingsQuery);
  return null;
}

export function Component() {
  return (
    <DashboardPage
      today={
        <>
          <NextExams />
          <StudyStats />
        </>
      }
    />
  );
}
