import { usePageTitle } from "@/lib/page-title";

export function Component() {
  usePageTitle("Activity · Console");
  return <h2 className="sr-only">Activity</h2>;
}
