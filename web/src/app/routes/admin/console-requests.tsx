import { RequestedCourses } from "@/features/requests/wanted-courses";
import { usePageTitle } from "@/lib/browser/page-title";

export function Component() {
  usePageTitle("Requests · Console");
  return <RequestedCourses />;
}
