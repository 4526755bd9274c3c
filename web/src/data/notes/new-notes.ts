import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { staleTimes } from "../query/cache-policies";

/** Recently published notes of the followed courses, newest first. */
export const newNotesQuery = queryOptions({
  queryKey: ["me", "new-notes"] as const,
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/me/new-notes", { signal }))).items,
  staleTime: staleTimes.minutes(5),
});
