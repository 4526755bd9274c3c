import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import { Fresh } from "../query/freshness";

export const courseKeys = {
  all: ["courses"] as const,
  detail: (code: string) => [...courseKeys.all, "detail", code] as const,
};

/** One course, as anybody may see it. */
export const courseQuery = (code: string) =>
  queryOptions({
    queryKey: courseKeys.detail(code),
    queryFn: ({ signal }) => payload(api.GET("/api/courses/{code}", { params: { path: { code } }, signal })),
    staleTime: Fresh.minutes(1),
  });

/** Writes the eight built-in courses; those that exist stay as they are. */
export function setUpGuides() {
  return payload(api.POST("/api/setup-guides", { body: {} }));
}
