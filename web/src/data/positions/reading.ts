import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import { Fresh } from "../query/freshness";

/** What tells the server where somebody is in a note that is open. */
const tellers = new Set<() => Promise<void>>();

/** Has `tell` called before the list below is asked for, which would lack that place; returns how to stop. */
export function tellBeforeReadingList(tell: () => Promise<void>): () => void {
  tellers.add(tell);
  return () => tellers.delete(tell);
}

/** The notes that were begun and not read to their end, the last read first; each with where the person is in it. */
export const readingListQuery = queryOptions({
  queryKey: ["me", "reading"] as const,
  queryFn: async ({ signal }) => {
    await Promise.all([...tellers].map((tell) => tell()));
    return (await payload(api.GET("/api/me/reading", { signal }))).items;
  },
  staleTime: Fresh.live,
});
