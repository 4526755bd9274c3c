import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Inside, insideBytes, insidesQuery } from "@/api/inside";
import { useFollowed } from "@/api/me";
import { useSavedNotes } from "@/api/saved";
import { session, useSession } from "@/api/session";
import { dropInsides, findInside, holdInsides } from "@/core/inside";

// The words of notes are for members, and the next person may sit here.
session.onEnd(dropInsides);

interface Searching {
  /** Codes of courses and names of albums. */
  places: readonly string[];
  /** Most pages, in all and of one note. */
  limit: number;
  ofNote: number;
}

/** A word of one letter says nothing about a page. */
const isWorth = (query: string) => query.trim().length > 1;

/**
 * Pages that have what was typed, best first; the last ones stay while the next are being found. Nothing is asked of the
 * server but which words there are: what is typed stays here.
 */
export function useInside(text: string, { places, limit, ofNote }: Searching) {
  const isMember = useSession().status === "signed-in";
  const newest = useQuery({ ...insidesQuery(places), enabled: isMember && places.length > 0 && isWorth(text) });
  const versions = newest.data ?? none;
  const hashes = versions.map(({ sha256 }) => sha256);
  const found = useQuery({
    queryKey: ["inside", "find", places, hashes, text, limit, ofNote] as const,
    queryFn: async ({ signal }) => {
      await holdInsides(places, versions, insideBytes);
      return findInside({ query: text, places, limit, ofNote }, signal);
    },
    enabled: isMember && versions.length > 0 && isWorth(text),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    networkMode: "offlineFirst",
    placeholderData: keepPreviousData,
  });
  return {
    /** Nothing while nothing is typed. */
    pages: isWorth(text) && isMember && versions.length > 0 ? found.data : undefined,
    isPending: isMember && isWorth(text) && places.length > 0 && (newest.isPending || (found.isEnabled && found.isPending)),
    isError: newest.isError || found.isError,
    retry: () => {
      if (newest.isError) void newest.refetch();
      if (found.isError) void found.refetch();
    },
  };
}

const none: readonly Inside[] = [];

/** The student's courses, and the courses and albums of My Notes. */
export function useMyPlaces(): readonly string[] {
  const { codes } = useFollowed();
  const { notes } = useSavedNotes();
  return useMemo(() => {
    const ofNotes = notes.flatMap((note) => note.album ?? note.course ?? []);
    return [...new Set([...codes, ...ofNotes])];
  }, [codes, notes]);
}
