import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { catalogueQuery, searchWorkerKey } from "../catalogue/catalogue";
import { SEARCH_MAX_ITEMS } from "../limits";
import { searchWorker } from "./client";
import { loadLibrary, loadNotes } from "./library";
import type { LibraryFile, RecommendationSignals, SearchRequest, SearchResponses } from "./protocol";

/** Number of courses fetched from the worker per page while scrolling: eight rows of three. */
const GUIDES_PAGE_ITEMS = 24;

/** Maximum number of items per kind in a combined list. */
const FOUND_MAX_ITEMS = 4;

/** Waits for the catalogue, then sends the request to the worker. */
async function callWorker<Kind extends Exclude<SearchRequest["kind"], "load" | "loadLibrary" | "dropLibrary">>(
  queries: QueryClient,
  message: Extract<SearchRequest, { kind: Kind }>,
  signal?: AbortSignal,
): Promise<SearchResponses[Kind]> {
  await queries.ensureQueryData(catalogueQuery);
  return searchWorker().call<Kind>(message, signal);
}

// The worker is local, and its responses change only with the catalogue.
const local = { networkMode: "always", staleTime: Number.POSITIVE_INFINITY, retry: false } as const;

/** Courses that match a query, best first, with the matching parts. */
const searchQuery = (query: string) =>
  queryOptions({
    ...local,
    networkMode: "offlineFirst",
    queryKey: [...searchWorkerKey, "search", query] as const,
    queryFn: ({ client, signal }) =>
      callWorker<"search">(client, { kind: "search", query, limit: SEARCH_MAX_ITEMS }, signal),
    enabled: query.trim() !== "",
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** Items that match a query, by kind, in this version of a file. */
const findQuery = (
  name: LibraryFile,
  version: string | undefined,
  query: string,
  load: (version: string) => Promise<number>,
) =>
  queryOptions({
    ...local,
    networkMode: "offlineFirst",
    queryKey: [...searchWorkerKey, "searchLibrary", name, version, query] as const,
    queryFn: async ({ client, signal }) => {
      if (version !== undefined) await load(version);
      return callWorker<"searchLibrary">(
        client,
        { kind: "searchLibrary", name, query, limit: FOUND_MAX_ITEMS },
        signal,
      );
    },
    enabled: version !== undefined && query.trim() !== "",
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** Recommended courses without a query, each with its reason: the followed courses, then all others. */
const guidesQuery = (interests: RecommendationSignals) =>
  infiniteQueryOptions({
    ...local,
    networkMode: "offlineFirst",
    queryKey: [...searchWorkerKey, "recommend", interests] as const,
    queryFn: ({ client, pageParam, signal }) =>
      callWorker<"recommend">(
        client,
        { kind: "recommend", ...interests, offset: pageParam, limit: GUIDES_PAGE_ITEMS },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => {
      const shown = pages.reduce((sum, each) => sum + each.courses.length, 0);
      return page.courses.length > 0 && shown < page.total ? shown : undefined;
    },
    placeholderData: keepPreviousData,
  });

/** Best courses of the day. */
export const topCoursesQuery = (count: number) =>
  queryOptions({
    ...local,
    networkMode: "offlineFirst",
    queryKey: [...searchWorkerKey, "top", count] as const,
    queryFn: ({ client, signal }) => callWorker<"top">(client, { kind: "top", count }, signal),
  });

/** Catalogue records of these codes. Unknown codes are left out. */
export const courseRecordsQuery = (codes: readonly string[]) =>
  queryOptions({
    ...local,
    networkMode: "offlineFirst",
    queryKey: [...searchWorkerKey, "courses", codes] as const,
    queryFn: ({ client, signal }) => callWorker<"courses">(client, { kind: "courses", codes }, signal),
    placeholderData: keepPreviousData,
  });

/** Returns the course that Enter in the search box opens, if any. */
export function findEnterMatch(queries: QueryClient, query: string): Promise<string | undefined> {
  return callWorker<"enterMatch">(queries, { kind: "enterMatch", query }).then((match) => match.code);
}

/** Returns the first course for `query`, if it matches all words as typed. */
export async function findCourseAsTyped(queries: QueryClient, query: string): Promise<string | undefined> {
  const [first] = (await queries.ensureQueryData(searchQuery(query))).hits;
  return first?.isAsTyped ? first.code : undefined;
}

/** Loads the catalogue and keeps it current while the component is mounted. */
export function useCatalogue() {
  return useQuery(catalogueQuery);
}

/** Returns the courses that match `query`. The previous results stay until the next ones arrive. */
export function useSearch(query: string) {
  useCatalogue();
  return useQuery(searchQuery(query));
}

/**
 * Returns the recordings, album notes and playlists that match `query`. The previous results stay until the next ones
 * arrive.
 */
export function useLibrarySearch(query: string) {
  const library = useCatalogue().data?.library;
  useEffect(() => {
    // Load before the first keystroke; a failure shows with the first search.
    if (library !== undefined) loadLibrary(library).catch(() => undefined);
  }, [library]);
  return useQuery(findQuery("library", library, query, loadLibrary));
}

/** Returns the URL of the file of course notes with this hash. Members only. */
export type GetNotesUrl = (sha256: string) => Promise<string>;

const findNotesQuery = (notes: string | undefined, query: string, addressOf: GetNotesUrl) =>
  findQuery("notes", notes, query, (sha256) => loadNotes(sha256, addressOf));

/**
 * Returns the course notes that match `query`, for members. The previous results stay until the next ones arrive.
 * `shouldPrefetch` loads the list before typing starts.
 */
export function useNoteSearch(query: string, addressOf: GetNotesUrl | undefined, shouldPrefetch: boolean) {
  const newest = useCatalogue().data?.notes;
  const notes = addressOf && newest;
  useEffect(() => {
    // Load before the first keystroke, as for the library.
    if (shouldPrefetch && addressOf && notes !== undefined) loadNotes(notes, addressOf).catch(() => undefined);
  }, [shouldPrefetch, notes, addressOf]);
  return useQuery(findNotesQuery(notes, query, addressOf ?? nowhere));
}

/** Returns the best match among the course notes, in the newest list named by the catalogue. */
export async function findBestNote(queries: QueryClient, query: string, addressOf: GetNotesUrl) {
  const { notes } = await queries.ensureQueryData(catalogueQuery);
  if (notes === undefined) return undefined;
  return (await queries.ensureQueryData(findNotesQuery(notes, query, addressOf))).notes[0];
}

const nowhere: GetNotesUrl = () => Promise.reject(new Error("Sign in to search notes."));

/** Returns the recommended courses, page by page. */
export function useRecommendations(interests: RecommendationSignals) {
  useCatalogue();
  return useInfiniteQuery(guidesQuery(interests));
}
