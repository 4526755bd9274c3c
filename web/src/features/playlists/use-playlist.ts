import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { AudioNote, PlaylistItem } from "@/api/models";
import { getPlaylistPage, playlistQuery } from "@/data/playlists/playlists";
import { shownPlaylist } from "@/data/query/laid-over";
import { paths } from "@/lib/addresses/paths";
import type { Entry } from "@/offline/outbox/kinds/changes";
import { viewOf } from "@/offline/outbox/kinds/playlist-view";
import { pending, useOutbox } from "@/offline/outbox/queue";
import { type ListSource, player } from "@/player/player";

/** The audio notes that are still there: what can be played. */
export function playable(items: readonly PlaylistItem[]): AudioNote[] {
  return items.flatMap((item) => item.audio ?? []);
}

/**
 * A playlist with all its items, and with what was done to it and is not confirmed. The first page is there as soon as it came; the others follow by themselves,
 * because the list is played and put in order as one.
 */
export function usePlaylist(id: string) {
  const kept = useOutbox((all) => all);
  const changes = useMemo(() => pending({ ...kept, entries: kept.entries.filter(isToBeSeen) }), [kept]);
  // The server cannot be asked for what was made here and is not sent yet.
  const isMadeHere = changes.some((change) => change.kind === "createPlaylist" && change.id === id);
  const query = useInfiniteQuery({ ...playlistQuery(id), enabled: !isMadeHere });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  const view = useMemo(() => shownPlaylist(data && viewOf(data), changes, id), [data, changes, id]);
  return {
    ...query,
    view,
    /** The playlist that there is in place of this one, which was made here under a name that was taken. */
    alias: kept.aliases.get(id),
    /** Asks for the page after those that are here; nothing when all are. */
    nextCursor: data?.pages.at(-1)?.items.nextCursor ?? undefined,
  };
}

/** Whoever deletes a playlist waits on its page until it is gone. */
const isToBeSeen = ({ change, isLate }: Entry) => change.kind !== "deletePlaylist" || isLate;

/** Where a list that plays came from, when it is a playlist. */
function sourceOf(playlist: { id: string; name: string }): ListSource {
  return { kind: "playlist", id: playlist.id, title: playlist.name, href: paths.playlist(playlist.id) };
}

/** Hands the audio notes of all further pages to `take`, page by page. */
async function eachFurtherPage(id: string, cursor: string | undefined, take: (notes: AudioNote[]) => void) {
  for (let next = cursor; next; ) {
    const page = await getPlaylistPage(id, next);
    take(playable(page.items.items));
    next = page.items.nextCursor ?? undefined;
  }
}

const logUnread = (error: unknown) => console.warn("The rest of a playlist could not be read.", error);

/**
 * Plays a playlist from `audioId`, or from its first audio note. It starts at once, within the press; pages that are not
 * here yet are added to what plays as they come.
 */
export function playPlaylist(
  playlist: { id: string; name: string },
  items: readonly PlaylistItem[],
  nextCursor: string | undefined,
  audioId?: string,
): void {
  const notes = playable(items);
  const index = audioId === undefined ? 0 : notes.findIndex((note) => note.id === audioId);
  if (notes.length === 0 || index < 0) return;
  player.playList(notes, index, sourceOf(playlist));
  eachFurtherPage(playlist.id, nextCursor, (more) => player.extend(playlist.id, more)).catch(logUnread);
}

/** Puts a whole playlist behind what is in the queue. */
export function queuePlaylist(id: string, items: readonly PlaylistItem[], nextCursor: string | undefined): void {
  player.append(playable(items));
  eachFurtherPage(id, nextCursor, (more) => player.append(more)).catch(logUnread);
}
