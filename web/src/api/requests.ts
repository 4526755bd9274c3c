import { api, payload } from "./client";
import type { components } from "./schema";

/** A request for a course that is missing. */
export type CourseRequestForm = components["schemas"]["CreateCourseRequest"];

/** Files a request; the same id again is the same request. */
export function requestCourse(body: CourseRequestForm) {
  return payload(api.POST("/api/requests", { body }));
}
