import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Playlist, PlaylistItem } from "@/api/models";
import type { ChangeResult } from "@/offline/outbox/kinds/kinds";
import { isPendingPlaylistChange, type PendingPlaylistChange } from "@/offline/outbox/kinds/playlist";
import {
  flattenPages,
  type LoadedPlaylist,
  type PlaylistChange,
  splitIntoPages,
} from "@/offline/outbox/kinds/playlist-view";
import { enqueueChange, outbox, selectPendingChanges } from "@/offline/outbox/queue";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";
import { optimisticPlaylist } from "./optimistic-playlists";
import { myPlaylistsQuery, playlistKeys, playlistQuery } from "./playlists";

/** Returns the playlist in the server's last state. */
function storedView(queries: QueryClient, id: string): LoadedPlaylist | undefined {
  const data = queries.getQueryData(playlistQuery(id).queryKey);
  return data && flattenPages(data);
}

/** Returns the playlist including pending changes. */
function shownView(queries: QueryClient, id: string): LoadedPlaylist | undefined {
  return optimisticPlaylist(storedView(queries, id), selectPendingChanges(outbox.get()), id);
}

/**
 * Changes the student's own playlist. Each change is optimistic and is sent after the changes before it. If the server
 * rejects one, rolls it back and refetches the playlist before it calls `onRejected`.
 */
export function useChangePlaylist(id: string, onRejected: (error: unknown, change: PlaylistChange) => void) {
  const queries = useQueryClient();
  return (change: PlaylistChange): void => {
    const name = shownView(queries, id)?.playlist.name ?? "";
    // A change after pending changes is based on their result and not on the server's last version, so it sends no
    // version.
    const isFirst = !selectPendingChanges(outbox.get()).some((each) => isPendingPlaylistChange(each) && each.id === id);
    const version = isFirst ? storedView(queries, id)?.playlist.version : undefined;
    enqueueChange({ kind: "changePlaylist", id, name, change, version }).catch((error: unknown) => {
      void invalidateInAllTabs(queries, playlistKeys.all);
      onRejected(error, change);
    });
  };
}

/** Deletes a playlist; its audio notes are not affected. The caller then leaves the playlist's page. */
export function useDeletePlaylist() {
  return useMutation({
    networkMode: "always",
    mutationFn: ({ id, name }: Pick<Playlist, "id" | "name">) => enqueueChange({ kind: "deletePlaylist", id, name }),
  });
}

/** Writes a confirmed change of a playlist to the query cache of every tab. */
export function onPlaylistConfirmed(
  queries: QueryClient,
  work: PendingPlaylistChange,
  result: ChangeResult<PendingPlaylistChange>,
): void {
  if (work.kind === "deletePlaylist") {
    queries.setQueryData(myPlaylistsQuery.queryKey, (mine) => mine?.filter((each) => each.id !== work.id));
    // The page of the deleted playlist may still be shown, so it is refetched only on the next visit.
    void queries.invalidateQueries({ queryKey: playlistKeys.detail(work.id), refetchType: "none" });
  } else {
    const playlist = result && "playlist" in result ? result.playlist : (result as Playlist);
    void queries.cancelQueries({ queryKey: playlistKeys.all });
    rememberInList(queries, playlist, work.kind === "createPlaylist");
    rememberView(queries, work, playlist);
  }
  const isLast = selectPendingChanges(outbox.get()).filter(isPendingPlaylistChange).length <= 1;
  if (!isLast) return;
  if (work.kind === "deletePlaylist") {
    void queries.invalidateQueries({ queryKey: playlistKeys.mine });
    void queries.invalidateQueries({ queryKey: playlistKeys.ofStudents });
  } else {
    void queries.invalidateQueries({ queryKey: playlistKeys.all });
  }
}

function rememberInList(queries: QueryClient, playlist: Playlist, isNew: boolean): void {
  queries.setQueryData(myPlaylistsQuery.queryKey, (mine) => {
    const isThere = mine?.some(({ id }) => id === playlist.id);
    if (isNew && !isThere) return mine && [playlist, ...mine];
    return mine?.map((each) => (each.id === playlist.id ? playlist : each));
  });
}

/** Applies a confirmed optimistic change to the query cache. */
function rememberView(queries: QueryClient, work: PendingPlaylistChange, playlist: Playlist): void {
  const items: readonly PlaylistItem[] = work.kind === "createPlaylist" ? work.shown.items : [];
  queries.setQueryData(playlistQuery(playlist.id).queryKey, (data) => {
    const before = data && flattenPages(data);
    if (data && before) {
      const view = optimisticPlaylist(before, [work], work.id) ?? before;
      return splitIntoPages(data, { ...view, playlist });
    }
    if (work.kind !== "createPlaylist" || playlist.id !== work.id) return data;
    return { pages: [{ playlist, items: { items: [...items] } }], pageParams: [""] };
  });
}
