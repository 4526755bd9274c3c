import { useEffect } from "react";
import { useLocation } from "react-router";
import { isUlid } from "@/lib/text/ulid";

/** The part of a list in pages that is needed to look for a note in it. */
interface Pages {
  isSuccess: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
}

/**
 * The note that the address names (`#id`), as a search does: asks for further pages until it is among `notes`. It is
 * missing when it is in none of them.
 */
export function useSoughtNote(pages: Pages, notes: readonly { id: string }[]) {
  const { hash } = useLocation();
  const sought = isUlid(hash.slice(1)) ? hash.slice(1) : undefined;
  const isFound = notes.some((note) => note.id === sought);
  const { isSuccess, isFetching, isFetchNextPageError, hasNextPage, fetchNextPage } = pages;
  const isSeeking = sought !== undefined && !isFound && isSuccess;
  const mayAsk = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isSeeking && mayAsk) void fetchNextPage();
  }, [isSeeking, mayAsk, fetchNextPage]);
  return { sought, isMissing: isSeeking && !hasNextPage && !isFetching };
}
