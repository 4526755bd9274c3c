import { examsQuery } from "@/api/exams";
import { feedQuery } from "@/api/feed";
import { listeningQuery } from "@/api/listening";
import { newNotesQuery } from "@/api/new-notes";
import { queryClient } from "@/api/query-client";
import { readingListQuery } from "@/api/reading";
import { studySettingsQuery } from "@/api/studying";
import { DASHBOARD_GUIDES } from "@/core/limits";
import { topQuery } from "@/core/queries";
import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { part } from "@/ui/part";

const NextExams = part(async () => (await import("../shell/daily")).daily.NextExams);
const Today = part(async () => (await import("../shell/daily")).daily.Today);

/** What the page shows is on its way while it is being drawn: what comes before that is over is not drawn a second time. */
export function loader() {
  void queryClient.prefetchQuery(topQuery(DASHBOARD_GUIDES));
  void queryClient.prefetchQuery(listeningQuery);
  void queryClient.prefetchQuery(readingListQuery);
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
          <Today />
        </>
      }
    />
  );
}
