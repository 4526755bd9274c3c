import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { catalogueQuery, coreClient, coreKey, loadLibrary } from "./catalogue";
import { SEARCH_MAX_ITEMS } from "./limits";
import type { CoreAnswers, CoreQuestion, Interests } from "./protocol";

/** Guides fetched from the worker at a time while scrolling: eight rows of three. */
const GUIDES_PAGE_ITEMS = 24;

/** Things of one kind in a list that shows all kinds. */
const FOUND_MAX_ITEMS = 4;

/** Waits for the catalogue, then asks the worker. */
async function ask<Kind extends Exclude<CoreQuestion["kind"], "load" | "loadLibrary">>(
  queries: QueryClient,
  question: Extract<CoreQuestion, { kind: Kind }>,
  signal?: AbortSignal,
): Promise<CoreAnswers[Kind]> {
  await queries.ensureQueryData(catalogueQuery);
  return coreClient().ask<Kind>(question, signal);
}

// The worker is on this side of the network, and its answers change only with the catalogue.
const local = { networkMode: "always", staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** Courses matching what was typed, best first, with the matched parts. */
const searchQuery = (query: string) =>
  queryOptions({
    ...local,
    queryKey: [...coreKey, "search", query] as const,
    queryFn: ({ client, signal }) => ask<"search">(client, { kind: "search", query, limit: SEARCH_MAX_ITEMS }, signal),
    enabled: query.trim() !== "",
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** What matches beside courses, by kind, in the library of this name. */
const findQuery = (library: string | undefined, query: string) =>
  queryOptions({
    ...local,
    queryKey: [...coreKey, "find", library, query] as const,
    queryFn: async ({ client, signal }) => {
      if (library !== undefined) await loadLibrary(library);
      return ask<"find">(client, { kind: "find", query, limit: FOUND_MAX_ITEMS }, signal);
    },
    enabled: library !== undefined && query.trim() !== "",
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** Why the course with this code stands where it does among the answers to `query`. */
export const explainQuery = (query: string, code: string) =>
  queryOptions({
    ...local,
    queryKey: [...coreKey, "explain", query, code] as const,
    queryFn: ({ client, signal }) => ask<"explain">(client, { kind: "explain", query, code }, signal),
  });

/** The guides to show without a query, each with the reason: the student's own courses, or all of them. */
const guidesQuery = (interests: Interests) =>
  infiniteQueryOptions({
    ...local,
    queryKey: [...coreKey, "guides", interests] as const,
    queryFn: ({ client, pageParam, signal }) =>
      ask<"guides">(client, { kind: "guides", ...interests, offset: pageParam, limit: GUIDES_PAGE_ITEMS }, signal),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => {
      const shown = pages.reduce((sum, each) => sum + each.courses.length, 0);
      return page.courses.length > 0 && shown < page.total ? shown : undefined;
    },
    placeholderData: keepPreviousData,
  });

/** The best guides of the day. */
export const topQuery = (count: number) =>
  queryOptions({
    ...local,
    queryKey: [...coreKey, "top", count] as const,
    queryFn: ({ client, signal }) => ask<"top">(client, { kind: "top", count }, signal),
  });

/** Catalogue records of the given codes; codes that are in no catalogue are left out. */
export const courseRecordsQuery = (codes: readonly string[]) =>
  queryOptions({
    ...local,
    queryKey: [...coreKey, "courses", codes] as const,
    queryFn: ({ client, signal }) => ask<"courses">(client, { kind: "courses", codes }, signal),
    placeholderData: keepPreviousData,
  });

/** The course that Enter in the search box means, if there is one. */
export function findEnterMatch(queries: QueryClient, query: string): Promise<string | undefined> {
  return ask<"enterMatch">(queries, { kind: "enterMatch", query }).then((answer) => answer.code);
}

/** Keeps the catalogue fresh while the calling component is shown. */
export function useCatalogue() {
  return useQuery(catalogueQuery);
}

/** Matches for `query`; the last ones stay while the next are being found. */
export function useSearch(query: string) {
  useCatalogue();
  return useQuery(searchQuery(query));
}

/** Recordings, notes of albums and playlists matching `query`; the last ones stay while the next are being found. */
export function useFound(query: string) {
  const library = useCatalogue().data?.library;
  useEffect(() => {
    // Before the first letter is typed; a failure shows when something is asked.
    if (library !== undefined) loadLibrary(library).catch(() => undefined);
  }, [library]);
  return useQuery(findQuery(library, query));
}

/** The grid of guides, page by page. */
export function useRecommendation(interests: Interests) {
  useCatalogue();
  return useInfiniteQuery(guidesQuery(interests));
}
