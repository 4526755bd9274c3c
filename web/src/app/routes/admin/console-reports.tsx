import { ReportsQueue } from "@/features/reports/reports-queue";
import { usePageTitle } from "@/lib/browser/page-title";

export function Component() {
  usePageTitle("Reports · Console");
  return <ReportsQueue />;
}
