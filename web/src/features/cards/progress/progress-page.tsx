import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import type { StudyProgress } from "@/core/study";
import { staleTimes } from "@/data/query/cache-policies";
import { usePageTitle } from "@/lib/browser/page-title";
import { paths } from "@/lib/urls/paths";
import { zoneMinutes } from "@/parts/exams/study-day";
import { QueryError } from "@/parts/query-error";
import { loadSchedulerIfUsed } from "@/parts/review/load-scheduler";
import { LinkButton } from "@/ui/controls/button";
import { Skeleton } from "@/ui/feedback/skeleton";
import { StatusPlaceholder } from "@/ui/feedback/status-placeholder";
import { BackButton } from "@/ui/layout/back-button";
import { PageHeader } from "@/ui/layout/page-header";
import { DaysStudied, Forecast, Prices, Retention, TimeSpent } from "./charts";
import "./progress.css";

/** Computes the progress from the review log, or returns `null` without answers. */
async function read(queries: QueryClient): Promise<StudyProgress | null> {
  const open = await loadSchedulerIfUsed(queries);
  if (!open) return null;
  try {
    return open.core.progress(Date.now(), zoneMinutes());
  } finally {
    open.core.free();
  }
}

/** Whether there is nothing to draw: no card is scheduled, and none was answered in the weeks that the charts show. */
const isEmpty = ({ cards, days }: StudyProgress) => cards === 0 && days.every(({ answers }) => answers === 0);

/** Page with the student's progress: forecast, retention, time and days of study. */
export function ProgressPage() {
  usePageTitle("Progress");
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["me", "progress"],
    queryFn: () => read(queries),
    staleTime: staleTimes.live,
    // The student may have studied since the last mount.
    refetchOnMount: "always",
    // Offline, the progress is computed from cached data.
    networkMode: "always",
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  return (
    <>
      <PageHeader
        back={<BackButton fallback={paths.study()} />}
        title="Progress"
        subtitle="What you have done, what you remember, and what is ahead."
      />
      {data === null || (data && isEmpty(data)) ? (
        <StatusPlaceholder
          icon={<ChartNoAxesColumn />}
          title="Nothing to show yet"
          body="Answer some study cards. Your time, your memory and the days ahead then appear here."
          action={
            <LinkButton variant="primary" to={paths.study()}>
              Study
            </LinkButton>
          }
        />
      ) : data ? (
        <div className="progress-charts">
          <Retention progress={data} />
          <Forecast progress={data} />
          <TimeSpent progress={data} />
          <DaysStudied progress={data} />
          <Prices progress={data} />
        </div>
      ) : error ? (
        <QueryError
          query={query}
          contentName="your progress"
          offlineHint="Your progress will appear when Note Ninja can be reached."
        />
      ) : (
        <div role="status" aria-label="Loading...">
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </>
  );
}
