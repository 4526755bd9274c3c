import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { staleTimes } from "../query/cache-policies";

export const courseKeys = {
  all: ["courses"] as const,
  detail: (code: string) => [...courseKeys.all, "detail", code] as const,
};

/** One course, as visitors see it. */
export const courseQuery = (code: string) =>
  queryOptions({
    queryKey: courseKeys.detail(code),
    queryFn: ({ signal }) => unwrap(api.GET("/api/courses/{code}", { params: { path: { code } }, signal })),
    staleTime: staleTimes.minutes(1),
  });

/** Creates the eight built-in courses. Existing ones do not change. */
export function createBuiltInCourses() {
  return unwrap(api.POST("/api/setup-guides", { body: {} }));
}
