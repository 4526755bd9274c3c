import { lastTabReturnMs } from "@/lib/browser/tab-return";

/** Time for which data is fresh if the manifest signals no change, in milliseconds. */
const FOLLOWED_MS = 5 * 60_000;

/** Polling interval of visible console lists, in milliseconds. */
const CONSOLE_MS = 30_000;

/** Stale times in milliseconds, by kind of data. */
export const staleTimes = {
  /** Data that other users may change while it is shown. */
  live: 30_000,
  /** Data that changes rarely, and only through the student. */
  minutes: (count: number) => count * 60_000,
} as const;

/** Options of a list whose changes the manifest signals (`manifest-polling.ts`), so that no polling is needed. */
export const manifestInvalidated = { staleTime: FOLLOWED_MS } as const;

/**
 * Options of a list that only its owner changes. Another device may do so, hence a refetch on every return to the page.
 */
export const refetchOnFocus = { staleTime: FOLLOWED_MS, refetchOnWindowFocus: "always" } as const;

/**
 * Stale time of data that changes a few times a term, in milliseconds. Unused data stays in the cache for the same
 * time.
 */
const SELDOM_MS = 30 * 60_000;

/** Options of data that changes a few times a term. */
export const rarelyChanges = { staleTime: SELDOM_MS, gcTime: SELDOM_MS } as const;

/**
 * Options of data that only the student changes. It is fresh until the student returns to the page, possibly from
 * another device.
 */
export const staleAfterAbsence = {
  ...rarelyChanges,
  staleTime: ({ state }: { state: { dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt < lastTabReturnMs() ? 0 : SELDOM_MS,
} as const;

/** Options of a console list: polling while it is shown, which is affordable for a few administrators. */
export const polled = {
  staleTime: CONSOLE_MS,
  refetchInterval: CONSOLE_MS,
  refetchOnWindowFocus: "always",
} as const;
