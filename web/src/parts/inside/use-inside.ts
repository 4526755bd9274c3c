import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SavedNote } from "@/api/models";
import { dropInsides, findInside, holdInsides } from "@/core/search/inside";
import { useFollowed } from "@/data/me/me";
import { useSavedNotes } from "@/data/saved/saved";
import { type Inside, insideBytes, insidesQuery } from "@/data/search/inside";
import { session, useSession } from "@/session/session";

// The words of notes are for members, and the next person may sit here.
session.onEnd(dropInsides);

interface Searching {
  /** Codes of courses and names of albums. */
  places: readonly string[];
  /** Most pages, in all and of one note. */
  limit: number;
  ofNote: number;
  /** Somebody is about to type, so that is asked which words there are. */
  isExpected?: boolean;
}

/** What is listed of the student's own notes below other things that were found. */
const BESIDE_OTHERS = { limit: 4, ofNote: 2 } as const;

/** A word of one letter says nothing about a page. */
const isWorth = (query: string) => query.trim().length > 1;

const none: readonly Inside[] = [];

/**
 * Pages that have what was typed, best first; the last ones stay while the next are being found. Nothing is asked of the
 * server but which words there are: what is typed stays here.
 */
export function useInside(text: string, { places, limit, ofNote, isExpected = false }: Searching) {
  const isMember = useSession().status === "signed-in";
  const canAsk = isMember && places.length > 0;
  const isAsked = canAsk && isWorth(text);
  const newest = useQuery({ ...insidesQuery(places), enabled: isAsked || (canAsk && isExpected) });
  const versions = newest.data ?? none;
  const hashes = versions.map(({ sha256 }) => sha256);
  const found = useQuery({
    queryKey: ["inside", "find", places, hashes, text, limit, ofNote] as const,
    queryFn: async ({ signal }) => {
      await holdInsides(places, versions, insideBytes);
      return findInside({ query: text, places, limit, ofNote }, signal);
    },
    enabled: isAsked && newest.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    networkMode: "offlineFirst",
    placeholderData: keepPreviousData,
  });
  // Without a network it is not asked again until there is one.
  const isUnknown = newest.isLoadingError || (newest.isPending && newest.fetchStatus === "paused");
  const isError = isAsked && (isUnknown || found.isError);
  return {
    /** Nothing while nothing is typed. */
    pages: isAsked && newest.data !== undefined ? found.data : undefined,
    isPending: isAsked && !isError && (newest.isPending || found.isPending),
    /** Whether `pages` are still those of what was typed before. */
    isStale: isAsked && found.isPlaceholderData,
    isError,
    retry: () => {
      if (newest.data === undefined) void newest.refetch();
      else void found.refetch();
    },
  };
}

/** Pages of the student's courses and of My Notes that have what was typed. `isExpected`: somebody is about to type. */
export function useMyInside(text: string, isExpected: boolean) {
  const { codes } = useFollowed();
  const { notes } = useSavedNotes();
  return useInside(text, { places: myPlaces(codes, notes), isExpected, ...BESIDE_OTHERS });
}

/** The courses a student follows, and the courses and albums of My Notes. */
export function myPlaces(codes: readonly string[], notes: readonly SavedNote[]): readonly string[] {
  const ofNotes = notes.flatMap(({ album, course }) => album ?? course ?? []);
  return [...new Set([...codes, ...ofNotes])];
}
