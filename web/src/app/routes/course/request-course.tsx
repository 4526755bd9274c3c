import { RequestCoursePage } from "@/features/requests/request-course-page";

export function Component() {
  return <RequestCoursePage />;
}
