import { queryClient } from "@/api/query-client";
import { DASHBOARD_GUIDES } from "@/core/limits";
import { topQuery } from "@/core/queries";
import { DashboardPage } from "@/features/dashboard/dashboard-page";
import { part } from "@/ui/part";

const NextExams = part(async () => (await import("../shell/daily")).daily.NextExams);
const Today = part(async () => (await import("../shell/daily")).daily.Today);

/** The guides are on their way while the page is being drawn. */
export function loader() {
  void queryClient.prefetchQuery(topQuery(DASHBOARD_GUIDES));
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
