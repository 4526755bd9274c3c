import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import { Fresh } from "../query/freshness";

/** Recent activities of the students whom the student follows, newest first. */
export const feedQuery = queryOptions({
  queryKey: ["me", "feed"] as const,
  queryFn: async ({ signal }) => (await payload(api.GET("/api/me/feed", { signal }))).items,
  staleTime: Fresh.minutes(5),
});
