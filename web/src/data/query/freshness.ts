import { cameBackAtMs } from "@/lib/browser/came-back";

/** Most time for which an answer is taken for fresh where nothing says that it changed, in milliseconds. */
const FOLLOWED_MS = 5 * 60_000;

/** How often the console asks for what it shows while somebody looks, in milliseconds. */
const CONSOLE_MS = 30_000;

/** How long an answer counts as fresh, in milliseconds; the names say what is meant. */
export const Fresh = {
  /** What other people change while somebody looks at it. */
  live: 30_000,
  /** Things that change rarely, and only by one's own hand. */
  minutes: (count: number) => count * 60_000,
} as const;

/** Options of a list that the manifest names when it changes (`follow.ts`), so that nobody has to ask in vain. */
export const followedList = { staleTime: FOLLOWED_MS } as const;

/** Options of a list that only its owner changes: on another device, so again whenever they come back to this one. */
export const ownList = { staleTime: FOLLOWED_MS, refetchOnWindowFocus: "always" } as const;

/** For this long nobody asks again for what changes a few times a term, also when no page has shown it meanwhile, in milliseconds. */
const SELDOM_MS = 30 * 60_000;

/** Options of what changes a few times a term. */
export const seldom = { staleTime: SELDOM_MS, gcTime: SELDOM_MS } as const;

/**
 * Options of what only its owner changes, who sits here: fresh until they have been away from the page, maybe at another
 * device.
 */
export const ownUntilBack = {
  ...seldom,
  staleTime: ({ state }: { state: { dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt < cameBackAtMs() ? 0 : SELDOM_MS,
} as const;

/** Options of a list of the console, which a few people look at: again and again while it is shown. */
export const consoleList = {
  staleTime: CONSOLE_MS,
  refetchInterval: CONSOLE_MS,
  refetchOnWindowFocus: "always",
} as const;
