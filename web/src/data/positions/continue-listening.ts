import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { refetchOnFocus } from "../query/cache-policies";

/** Unfinished recordings, last played first, each with its resume position. */
export const continueListeningQuery = queryOptions({
  ...refetchOnFocus,
  queryKey: ["me", "listening"] as const,
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/me/listening", { signal }))).items,
  // Short, because a student who returns to the page has listened further. Long enough that the prefetched list is not
  // fetched again when the page renders.
  staleTime: 2_000,
});
