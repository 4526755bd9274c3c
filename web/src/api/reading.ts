import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "./client";
import { Fresh } from "./freshness";

/** The notes that were begun and not read to their end, the last read first; each with where the person is in it. */
export const readingListQuery = queryOptions({
  queryKey: ["me", "reading"] as const,
  queryFn: async ({ signal }) => (await payload(api.GET("/api/me/reading", { signal }))).items,
  staleTime: Fresh.live,
});
