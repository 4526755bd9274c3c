import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { AudioNote, PlaylistItem } from "@/api/models";
import { readPages } from "@/api/pages";
import { optimisticPlaylist } from "@/data/playlists/optimistic-playlists";
import { getPlaylistPage, playlistQuery } from "@/data/playlists/playlists";
import { paths } from "@/lib/urls/paths";
import type { Entry } from "@/offline/outbox/kinds/kinds";
import { flattenPages } from "@/offline/outbox/kinds/playlist-view";
import { selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { player, type QueueContext } from "@/player/player";

export function playableRecordings(items: readonly PlaylistItem[]): AudioNote[] {
  return items.flatMap((item) => item.audio ?? []);
}

/**
 * Returns a playlist with pending changes applied. Loads all pages automatically, because the list is played and sorted
 * as a whole.
 */
export function usePlaylist(id: string) {
  const outboxState = useOutbox((all) => all);
  const changes = useMemo(
    () => selectPendingChanges({ ...outboxState, entries: outboxState.entries.filter(isToBeSeen) }),
    [outboxState],
  );
  // The server does not know a playlist whose creation is pending.
  const isMadeHere = changes.some((change) => change.kind === "createPlaylist" && change.id === id);
  const query = useInfiniteQuery({ ...playlistQuery(id), enabled: !isMadeHere });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  const view = useMemo(() => optimisticPlaylist(data && flattenPages(data), changes, id), [data, changes, id]);
  return {
    ...query,
    view,
    /** Id of the existing playlist that the server assigned because the name was taken. */
    alias: outboxState.aliases.get(id),
    /** Cursor of the page after the loaded ones; `undefined` if all are loaded. */
    nextCursor: data?.pages.at(-1)?.items.nextCursor ?? undefined,
  };
}

/**
 * Returns false for a deletion that was just requested, because the page shows the playlist until the server confirms
 * it.
 */
const isToBeSeen = ({ change, isDeferred }: Entry) => change.kind !== "deletePlaylist" || isDeferred;

function sourceOf(playlist: { id: string; name: string }): QueueContext {
  return { kind: "playlist", id: playlist.id, title: playlist.name, href: paths.playlist(playlist.id) };
}

async function eachFurtherPage(id: string, cursor: string | undefined, take: (notes: AudioNote[]) => void) {
  if (!cursor) return;
  const read = async ({ cursor: at = "" }) => (await getPlaylistPage(id, at)).items;
  for await (const { items } of readPages(read, cursor)) take(playableRecordings(items));
}

const logUnread = (error: unknown) => console.warn("The rest of a playlist could not be read.", error);

/**
 * Plays a playlist from `audioId`, or from its start. Starts during the user gesture and appends further pages as they
 * load.
 */
export function playPlaylist(
  playlist: { id: string; name: string },
  items: readonly PlaylistItem[],
  nextCursor: string | undefined,
  audioId?: string,
): void {
  const notes = playableRecordings(items);
  const index = audioId === undefined ? 0 : notes.findIndex((note) => note.id === audioId);
  if (notes.length === 0 || index < 0) return;
  player.playList(notes, index, sourceOf(playlist));
  eachFurtherPage(playlist.id, nextCursor, (more) => player.appendPages(playlist.id, more)).catch(logUnread);
}

/** Appends a playlist to the queue once all its pages are loaded, so that it is one change of the queue. */
export async function queuePlaylist(
  id: string,
  items: readonly PlaylistItem[],
  nextCursor: string | undefined,
): Promise<void> {
  const notes = playableRecordings(items);
  await eachFurtherPage(id, nextCursor, (more) => notes.push(...more)).catch(logUnread);
  player.append(notes);
}
