import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, payload } from "./client";
import type { Playlist } from "./models";
import { refreshEverywhere, staleElsewhere } from "./other-tabs";
import { changed, type PlaylistChange, type PlaylistView, undone, viewOf, withView } from "./playlist-view";
import { myPlaylistsQuery, playlistKeys, playlistQuery } from "./playlists";

const changesKey = (id: string): QueryKey => [...playlistKeys.all, "changes", id];

function shownView(queries: QueryClient, id: string): PlaylistView | undefined {
  const data = queries.getQueryData(playlistQuery(id).queryKey);
  return data && viewOf(data);
}

function show(queries: QueryClient, id: string, change: (view: PlaylistView) => PlaylistView): void {
  queries.setQueryData(playlistQuery(id).queryKey, (data) => {
    const view = data && viewOf(data);
    return view ? withView(data, change(view)) : data;
  });
}

/** The version of the playlist that the page shows: what an edit of it is based on. */
const versionOf = (queries: QueryClient, id: string) => shownView(queries, id)?.playlist.version ?? 0;

async function placeAfter(id: string, audioId: string, after: string | undefined, version: number) {
  const body = { audioId, ...(after !== undefined && { after }), version };
  return payload(api.POST("/api/playlists/{id}/order", { params: { path: { id } }, body }));
}

/** Sends one change; the answer is the playlist as it is then. */
async function send(queries: QueryClient, id: string, change: PlaylistChange): Promise<Playlist> {
  const version = versionOf(queries, id);
  switch (change.kind) {
    case "rename":
    case "show": {
      const body =
        change.kind === "rename" ? { name: change.name, version } : { visibility: change.visibility, version };
      return payload(api.PATCH("/api/playlists/{id}", { params: { path: { id } }, body }));
    }
    case "move":
      return placeAfter(id, change.audioId, change.after, version);
    case "remove": {
      const params = { path: { id, audioId: change.audioId } };
      return (await payload(api.DELETE("/api/playlists/{id}/items/{audioId}", { params }))).playlist;
    }
    case "putBack": {
      const { audioId } = change.item;
      const params = { path: { id, audioId } };
      const { playlist } = await payload(api.PUT("/api/playlists/{id}/items/{audioId}", { params }));
      return placeAfter(id, audioId, change.after, playlist.version);
    }
    case "removeCover":
      return payload(api.DELETE("/api/playlists/{id}/cover", { params: { path: { id } } }));
  }
}

/**
 * Changes of one's own playlist. Each shows at once, within the call, and is sent after those before it, so that it
 * names the version they made. What the server refuses is taken back before `onRefused` hears of it, and the
 * playlist is read again.
 */
export function useChangePlaylist(id: string, onRefused: (error: unknown, change: PlaylistChange) => void) {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: changesKey(id),
    scope: { id: changesKey(id).join(" ") },
    mutationFn: ({ change }: { change: PlaylistChange; before: PlaylistView | undefined }) => send(queries, id, change),
    onSuccess: (playlist) => {
      // Later changes are shown already and not yet in this answer: only its version is news.
      const isLast = queries.isMutating({ mutationKey: changesKey(id) }) === 1;
      show(queries, id, (view) => ({
        ...view,
        playlist: isLast ? playlist : { ...view.playlist, version: playlist.version },
      }));
      queries.setQueryData(myPlaylistsQuery.queryKey, (mine) =>
        mine?.map((each) => (each.id === id ? playlist : each)),
      );
    },
    onError: (error, { change, before }) => {
      if (before) show(queries, id, (now) => undone(now, before, change));
      onRefused(error, change);
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: changesKey(id) }) === 1) {
        return refreshEverywhere(queries, playlistKeys.all);
      }
      return undefined;
    },
  });

  return (change: PlaylistChange): void => {
    // What is on its way was read before this change.
    void queries.cancelQueries({ queryKey: playlistKeys.detail(id) });
    const before = shownView(queries, id);
    show(queries, id, (view) => changed(view, change));
    mutate({ change, before });
  };
}

/** Deletes a playlist; the audio notes in it stay where they are. Whoever calls leaves its page afterwards. */
export function useDeletePlaylist() {
  const queries = useQueryClient();
  return useMutation({
    // Somebody waits for it: offline, it fails at once instead of some time later.
    networkMode: "always",
    mutationFn: (id: string) => payload(api.DELETE("/api/playlists/{id}", { params: { path: { id } } })),
    onSuccess: (_nothing, id) => {
      queries.setQueryData(myPlaylistsQuery.queryKey, (mine) => mine?.filter((each) => each.id !== id));
      // Its own page is still shown here: it is read again only if somebody comes back to it.
      staleElsewhere(playlistKeys.detail(id));
      void queries.invalidateQueries({ queryKey: playlistKeys.detail(id), refetchType: "none" });
      return refreshEverywhere(queries, playlistKeys.mine, playlistKeys.ofStudents);
    },
  });
}
