import { RequestedCourses } from "@/features/requests/requested-courses";
import { usePageTitle } from "@/lib/browser/page-title";

export function Component() {
  usePageTitle("Requests · Console");
  return <RequestedCourses />;
}
