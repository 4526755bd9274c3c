import { ReportsQueue } from "@/features/reports/reports-queue";
import { usePageTitle } from "@/lib/page-title";

export function Component() {
  usePageTitle("Reports · Console");
  return <ReportsQueue />;
}
