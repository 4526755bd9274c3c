import { REFETCH_SECS } from "@/core/limits";

/** How long an answer counts as fresh, in milliseconds; the names say what is meant. */
export const Fresh = {
  /** Lists that other people change while somebody looks at them. */
  live: REFETCH_SECS * 1000,
  /** Things that change rarely, and only by one's own hand. */
  minutes: (count: number) => count * 60_000,
} as const;

/** Options of a list that should follow the server: again on focus, and every 30 s while visible. */
export const liveList = {
  staleTime: Fresh.live,
  refetchInterval: Fresh.live,
  refetchOnWindowFocus: "always",
} as const;
