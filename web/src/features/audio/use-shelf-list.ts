import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ShelfId } from "@/api/models";
import { shelfQuery } from "@/data/audio/audio";
import type { AudioRow } from "@/parts/audio-table/audio-row";
import { player, usePlayerSelector } from "@/player/player";

/** The player gets the next page when at most this many tracks are left in its list. */
const TRACKS_LEFT = 3;

/**
 * Returns the loaded recordings of a shelf. Requests further pages when the list is scrolled to its end, when the
 * player reaches the end of its tracks, and until the recording `target` is loaded.
 */
export function useShelfList(id: ShelfId, target: string | undefined) {
  const list = useInfiniteQuery(shelfQuery(id));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const notes = useMemo(() => {
    // A recording that was added between two requests can shift another one onto both pages.
    const all = data?.pages.flatMap((page) => page.audio.items) ?? [];
    return [...new Map(all.map((note) => [note.id, note])).values()];
  }, [data]);
  const rows = useMemo(
    (): AudioRow[] => notes.map((audio) => ({ audioId: audio.id, title: audio.title, audio })),
    [notes],
  );
  const more = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  useEffect(() => {
    if (target !== undefined && notes.length > 0 && notes.every((note) => note.id !== target)) more();
  }, [target, notes, more]);

  const isPlayed = usePlayerSelector(({ source }) => source?.kind === "shelf" && source.id === id);
  const isNearEnd = usePlayerSelector(
    ({ index, list: played }) => isPlayed && index >= 0 && index >= played.length - TRACKS_LEFT,
  );
  useEffect(() => {
    if (isNearEnd) more();
  }, [isNearEnd, more]);

  const known = useRef(0);
  useEffect(() => {
    // The player's tracks of this shelf came from this hook, so only later pages are new.
    if (isPlayed && known.current > 0 && notes.length > known.current)
      player.appendPages(id, notes.slice(known.current));
    known.current = notes.length;
  }, [id, notes, isPlayed]);

  return { ...list, shelf: data?.pages.at(-1)?.shelf, notes, rows, more };
}
