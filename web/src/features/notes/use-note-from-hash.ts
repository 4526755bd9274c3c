import { useEffect } from "react";
import { useLocation } from "react-router";
import { isUlid } from "@/lib/text/ulid";

/** The part of an infinite query that the search for a note needs. */
interface NextPageQuery {
  isSuccess: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Finds the note in the URL's hash (`#id`). Requests further pages until it is among `notes`; reports it as missing if
 * no page contains it.
 */
export function useNoteFromHash(pages: NextPageQuery, notes: readonly { id: string }[]) {
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
