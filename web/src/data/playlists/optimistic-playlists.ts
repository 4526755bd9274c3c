import type { Playlist } from "@/api/models";
import type { Change } from "@/offline/outbox/kinds/kinds";
import { isPendingPlaylistChange, type PendingPlaylistChange } from "@/offline/outbox/kinds/playlist";
import { applyPlaylistChange, type LoadedPlaylist } from "@/offline/outbox/kinds/playlist-view";

function applyPending(view: LoadedPlaylist, change: PendingPlaylistChange): LoadedPlaylist {
  if (change.kind === "changePlaylist") return applyPlaylistChange(view, change.change);
  if (change.kind !== "addToPlaylist") return view;
  const isThere = view.items.some(({ audioId }) => audioId === change.item.audioId);
  const last = view.items.at(-1)?.audioId;
  return isThere ? view : applyPlaylistChange(view, { kind: "putBack", item: change.item, after: last });
}

/**
 * Returns a playlist including pending changes. `server` is the server's state; it is `undefined` if the server does
 * not have the playlist (yet). Returns `undefined` if the playlist was deleted or does not exist.
 */
export function optimisticPlaylist(
  server: LoadedPlaylist | undefined,
  changes: readonly Change[],
  id: string,
): LoadedPlaylist | undefined {
  let view = server;
  for (const change of changes) {
    if (!isPendingPlaylistChange(change) || change.id !== id) continue;
    if (change.kind === "createPlaylist") view ??= change.shown;
    else if (change.kind === "deletePlaylist") view = undefined;
    else view &&= applyPending(view, change);
  }
  return view;
}

/** Returns the student's playlists including pending changes. New ones come first. */
export function optimisticPlaylists(
  server: readonly Playlist[] | undefined,
  changes: readonly Change[],
): readonly Playlist[] | undefined {
  const pending = changes.filter(isPendingPlaylistChange);
  if (pending.length === 0) return server;
  const made = pending.flatMap((work) => (work.kind === "createPlaylist" ? work.id : []));
  // Offline, only the playlists created on this device are known.
  if (!server && made.length === 0) return undefined;
  const ids = new Set([...made.reverse(), ...(server ?? []).map(({ id }) => id)]);
  const known = new Map(server?.map((playlist) => [playlist.id, playlist]));
  return [...ids].flatMap((id) => {
    const playlist = known.get(id);
    return optimisticPlaylist(playlist && { playlist, items: [] }, changes, id)?.playlist ?? [];
  });
}
