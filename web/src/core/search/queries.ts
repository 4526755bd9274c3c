import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { catalogueQuery, coreKey } from "../catalogue/catalogue";
import { SEARCH_MAX_ITEMS } from "../limits";
import { coreClient } from "./client";
import { loadLibrary, loadNotes } from "./library";
import type { CoreAnswers, CoreQuestion, Interests, LibraryName } from "./protocol";

/** Guides fetched from the worker at a time while scrolling: eight rows of three. */
const GUIDES_PAGE_ITEMS = 24;

/** Things of one kind in a list that shows all kinds. */
const FOUND_MAX_ITEMS = 4;

/** Waits for the catalogue, then asks the worker. */
async function ask<Kind extends Exclude<CoreQuestion["kind"], "load" | "loadLibrary" | "dropLibrary">>(
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
    networkMode: "offlineFirst",
    queryKey: [...coreKey, "search", query] as const,
    queryFn: ({ client, signal }) => ask<"search">(client, { kind: "search", query, limit: SEARCH_MAX_ITEMS }, signal),
    enabled: query.trim() !== "",
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** What matches beside courses, by kind, in this version of a file. */
const findQuery = (
  name: LibraryName,
  version: string | undefined,
  query: string,
  load: (version: string) => Promise<number>,
) =>
  queryOptions({
    ...local,
    networkMode: "offlineFirst",
    queryKey: [...coreKey, "find", name, version, query] as const,
    queryFn: async ({ client, signal }) => {
      if (version !== undefined) await load(version);
      return ask<"find">(client, { kind: "find", name, query, limit: FOUND_MAX_ITEMS }, signal);
    },
    enabled: version !== undefined && query.trim() !== "",
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** The guides to show without a query, each with the reason: the student's own courses, or all of them. */
const guidesQuery = (interests: Interests) =>
  infiniteQueryOptions({
    ...local,
    networkMode: "offlineFirst",
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
    networkMode: "offlineFirst",
    queryKey: [...coreKey, "top", count] as const,
    queryFn: ({ client, signal }) => ask<"top">(client, { kind: "top", count }, signal),
  });

/** Catalogue records of the given codes; codes that are in no catalogue are left out. */
export const courseRecordsQuery = (codes: readonly string[]) =>
  queryOptions({
    ...local,
    networkMode: "offlineFirst",
    queryKey: [...coreKey, "courses", codes] as const,
    queryFn: ({ client, signal }) => ask<"courses">(client, { kind: "courses", codes }, signal),
    placeholderData: keepPreviousData,
  });

/** The course that Enter in the search box means, if there is one. */
export function findEnterMatch(queries: QueryClient, query: string): Promise<string | undefined> {
  return ask<"enterMatch">(queries, { kind: "enterMatch", query }).then((answer) => answer.code);
}

/** The first course of the list for `query`, if it has all words as typed. */
export async function findCourseAsTyped(queries: QueryClient, query: string): Promise<string | undefined> {
  const [first] = (await queries.ensureQueryData(searchQuery(query))).hits;
  return first?.isAsTyped ? first.code : undefined;
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
  return useQuery(findQuery("library", library, query, loadLibrary));
}

/** Gets the address of the file of notes with this hash, as a member may. */
export type NotesAddress = (sha256: string) => Promise<string>;

const findNotesQuery = (notes: string | undefined, query: string, addressOf: NotesAddress) =>
  findQuery("notes", notes, query, (sha256) => loadNotes(sha256, addressOf));

/**
 * Notes of courses matching `query`, for members; the last ones stay while the next are being found. `isExpected`: somebody
 * is about to type, so that the list of notes is fetched.
 */
export function useFoundNotes(query: string, addressOf: NotesAddress | undefined, isExpected: boolean) {
  const newest = useCatalogue().data?.notes;
  const notes = addressOf && newest;
  useEffect(() => {
    // As with the library.
    if (isExpected && addressOf && notes !== undefined) loadNotes(notes, addressOf).catch(() => undefined);
  }, [isExpected, notes, addressOf]);
  return useQuery(findNotesQuery(notes, query, addressOf ?? nowhere));
}

/** The best note for `query`, in the newest list that the page knows of. */
export async function findNote(queries: QueryClient, query: string, addressOf: NotesAddress) {
  const { notes } = await queries.ensureQueryData(catalogueQuery);
  if (notes === undefined) return undefined;
  return (await queries.ensureQueryData(findNotesQuery(notes, query, addressOf))).notes[0];
}

const nowhere: NotesAddress = () => Promise.reject(new Error("Sign in to search notes."));

/** The grid of guides, page by page. */
export function useRecommendation(interests: Interests) {
  useCatalogue();
  return useInfiniteQuery(guidesQuery(interests));
}
