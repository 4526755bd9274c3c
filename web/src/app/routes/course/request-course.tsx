import { RequestCoursePage } from "@/features/requests/request-course-page";

export const Component = RequestCoursePage;
