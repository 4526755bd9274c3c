import { usePageTitle } from "@/lib/page-title";

export function Component() {
  usePageTitle("Reports · Console");
  return <h2 className="sr-only">Reports</h2>;
}
