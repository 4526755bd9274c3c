import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import { Fresh } from "../query/freshness";

export const courseKeys = {
  all: ["courses"] as const,
  detail: (code: string) => [...courseKeys.all, "detail", code] as const,
};

/** One course, as visitors see it. */
export const courseQuery = (code: string) =>
  queryOptions({
    queryKey: courseKeys.detail(code),
    queryFn: ({ signal }) => payload(api.GET("/api/courses/{code}", { params: { path: { code } }, signal })),
    staleTime: Fresh.minutes(1),
  });

/** Creates the eight built-in courses. Existing ones do not change. */
export function setUpGuides() {
  return payload(api.POST("/api/setup-guides", { body: {} }));
}
