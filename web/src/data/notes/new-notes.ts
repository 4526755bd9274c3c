import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import { Fresh } from "../query/freshness";

/** Recently published notes of the followed courses, newest first. */
export const newNotesQuery = queryOptions({
  queryKey: ["me", "new-notes"] as const,
  queryFn: async ({ signal }) => (await payload(api.GET("/api/me/new-notes", { signal }))).items,
  staleTime: Fresh.minutes(5),
});
