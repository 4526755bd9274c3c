import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { loadSchedulerIfUsed } from "@/parts/review/load-scheduler";
import { type ReviewCard, readCourseCards } from "@/parts/review/review-cards";

/** Returns the ids of the suspended cards. Without a review log, no card counts as suspended. */
async function suspendedIds(queries: QueryClient, cards: readonly ReviewCard[]): Promise<Set<string>> {
  const open = await loadSchedulerIfUsed(queries).catch(() => undefined);
  if (!open) return new Set();
  try {
    open.core.setDeck(cards.map(({ id }) => id).join(" "));
    return new Set([...open.core.suspended()].flatMap((index) => cards[index]?.id ?? []));
  } finally {
    open.core.free();
  }
}

/** Cards of a course for practice tests, without suspended ones. Offline, from cached data. */
export const practiceCardsQuery = (queries: QueryClient, code: string) =>
  queryOptions({
    queryKey: ["studying", "practice", code] as const,
    queryFn: async () => {
      const cards = await readCourseCards(queries, code);
      const suspended = await suspendedIds(queries, cards);
      return cards.filter(({ id }) => !suspended.has(id));
    },
    networkMode: "always" as const,
    // Cards stay the same during a test.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
