import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import { Fresh } from "../query/freshness";

/** What the students whom one follows did lately, the newest first. */
export const feedQuery = queryOptions({
  queryKey: ["me", "feed"] as const,
  queryFn: async ({ signal }) => (await payload(api.GET("/api/me/feed", { signal }))).items,
  staleTime: Fresh.minutes(5),
});
