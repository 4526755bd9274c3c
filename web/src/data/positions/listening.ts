import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import { ownList } from "../query/freshness";

/** What was begun and not finished, the last heard first; each with where the person is in it. */
export const listeningQuery = queryOptions({
  ...ownList,
  queryKey: ["me", "listening"] as const,
  queryFn: async ({ signal }) => (await payload(api.GET("/api/me/listening", { signal }))).items,
  // Somebody who comes back to the page has heard more in the meantime; it is drawn within this time of being asked for.
  staleTime: 2_000,
});
