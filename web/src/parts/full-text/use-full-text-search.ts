import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SavedNote } from "@/api/models";
import { loadFullTextIndexes, searchFullText, unloadFullTextIndexes } from "@/core/search/full-text";
import { useFollowedCourses } from "@/data/me/me";
import { useSavedNotes } from "@/data/saved/saved";
import { audioPlace } from "@/data/search/audio-places";
import { type FullTextIndex, fullTextIndexBytes, fullTextIndexesQuery } from "@/data/search/full-text-indexes";
import { shelfTitles } from "@/lib/urls/shelves";
import { session, useSession } from "@/session/session";
import { useMeaningSearch } from "./use-meaning-search";

// Only members may read the full text of notes, and another user may sign in on this device.
session.onEnd(unloadFullTextIndexes);

interface Searching {
  places: readonly string[];
  /** Maximum number of pages in all, and per note. */
  limit: number;
  maxPerNote: number;
  /** Fetches the index versions before the user types, and what search by meaning needs if it is on. */
  shouldPrefetch?: boolean;
}

/** Limits for matches that are listed below other results. */
const BESIDE_OTHERS = { limit: 4, maxPerNote: 2 } as const;

/** Queries of one letter would match nearly every page. */
const isWorth = (query: string) => query.trim().length > 1;

const none: readonly FullTextIndex[] = [];

/**
 * Searches the full text of notes and returns the best pages first. Keeps the previous pages while the next search
 * runs. The query text never leaves the device.
 */
export function useFullTextSearch(text: string, { places, limit, maxPerNote, shouldPrefetch = false }: Searching) {
  const isMember = useSession().status === "signed-in";
  const canAsk = isMember && places.length > 0;
  const isSearching = canAsk && isWorth(text);
  const newest = useQuery({ ...fullTextIndexesQuery(places), enabled: isSearching || (canAsk && shouldPrefetch) });
  const versions = newest.data ?? none;
  const hashes = versions.map(({ sha256 }) => sha256);
  const found = useQuery({
    queryKey: ["inside", "find", places, hashes, text, limit, maxPerNote] as const,
    queryFn: async ({ signal }) => {
      await loadFullTextIndexes(places, versions, fullTextIndexBytes);
      return searchFullText({ query: text, places, limit, maxPerNote }, signal);
    },
    enabled: isSearching && newest.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    networkMode: "offlineFirst",
    placeholderData: keepPreviousData,
  });
  // A paused query is not retried until the device is online.
  const isUnknown = newest.isLoadingError || (newest.isPending && newest.fetchStatus === "paused");
  const isError = isSearching && (isUnknown || found.isError);
  const words = isSearching && newest.data !== undefined ? found.data : undefined;
  const meaning = useMeaningSearch(text, {
    places,
    versions,
    words: found.isPlaceholderData ? undefined : words,
    limit,
    maxPerNote,
    isEnabled: canAsk,
    shouldPrefetch,
  });
  return {
    /** `undefined` while the query is empty. Pages found by meaning are added after those found by words. */
    pages: words && (meaning.pages ?? words),
    /** Search by meaning, which comes later and may fail without the search by words. */
    meaning,
    /** Models that computed vectors of these notes. */
    models: versions.flatMap(({ vectors }) => vectors?.model ?? []),
    isPending: isSearching && !isError && (newest.isPending || found.isPending),
    /**
     * True while `pages` belong to the previous query. Also true while pages found by meaning are still to come and may
     * come before the first page.
     */
    isStale: isSearching && (found.isPlaceholderData || (meaning.isPending && words?.[0]?.staysFirst !== true)),
    isError,
    error: newest.error ?? found.error,
    retry: () => {
      if (newest.data === undefined) void newest.refetch();
      else void found.refetch();
    },
  };
}

/**
 * Searches the notes of the user's courses and My Notes. `shouldPrefetch` loads the index versions before the user
 * types.
 */
export function useMyFullTextSearch(text: string, shouldPrefetch: boolean) {
  const { codes } = useFollowedCourses();
  const { notes } = useSavedNotes();
  return useFullTextSearch(text, { places: myCollections(codes, notes), shouldPrefetch, ...BESIDE_OTHERS });
}

/**
 * Searches the transcripts of the recordings about the user's courses and the courses in My Notes, and of all
 * recordings without a course.
 */
export function useMyTranscriptSearch(text: string, shouldPrefetch: boolean) {
  const { codes } = useFollowedCourses();
  const { notes } = useSavedNotes();
  const courses = new Set([...codes, ...notes.flatMap(({ album, course }) => (album ? [] : (course ?? [])))]);
  const places = [...courses, ...Object.keys(shelfTitles)].map(audioPlace);
  return useFullTextSearch(text, { places, shouldPrefetch, ...BESIDE_OTHERS });
}

/** Returns the followed courses and the courses and albums of My Notes, without duplicates. */
export function myCollections(codes: readonly string[], notes: readonly SavedNote[]): readonly string[] {
  const ofNotes = notes.flatMap(({ album, course }) => album ?? course ?? []);
  return [...new Set([...codes, ...ofNotes])];
}
