import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { staleTimes } from "../query/cache-policies";

/** Functions that send the current position of an open note. */
const flushes = new Set<() => Promise<void>>();

/**
 * Registers `flush`, which runs before the list of notes to continue is fetched, so that the list includes its
 * position. Returns a function that removes it.
 */
export function flushBeforeContinueReading(flush: () => Promise<void>): () => void {
  flushes.add(flush);
  return () => flushes.delete(flush);
}

/** Unfinished notes, last read first, each with its resume position. */
export const continueReadingQuery = queryOptions({
  queryKey: ["me", "reading"] as const,
  queryFn: async ({ signal }) => {
    await Promise.all([...flushes].map((flush) => flush()));
    return (await unwrap(api.GET("/api/me/reading", { signal }))).items;
  },
  staleTime: staleTimes.live,
});
