import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { staleTimes } from "../query/freshness";

/** Functions that send the current position of an open note. */
const tellers = new Set<() => Promise<void>>();

/**
 * Registers `tell`, which runs before the list below is fetched, so that the list includes its position. Returns a
 * function that removes it.
 */
export function tellBeforeReadingList(tell: () => Promise<void>): () => void {
  tellers.add(tell);
  return () => tellers.delete(tell);
}

/** Unfinished notes, last read first, each with its resume position. */
export const continueReadingQuery = queryOptions({
  queryKey: ["me", "reading"] as const,
  queryFn: async ({ signal }) => {
    await Promise.all([...tellers].map((tell) => tell()));
    return (await unwrap(api.GET("/api/me/reading", { signal }))).items;
  },
  staleTime: staleTimes.live,
});
