import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { staleTimes } from "../query/cache-policies";

/** Recent activities of the students whom the student follows, newest first. */
export const feedQuery = queryOptions({
  queryKey: ["me", "feed"] as const,
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/me/feed", { signal }))).items,
  staleTime: staleTimes.minutes(5),
});
