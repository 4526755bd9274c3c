import type { Playlist } from "@/api/models";
import { type Change, isPlaylistWork, type Membership, type PlaylistWork } from "@/offline/outbox/kinds/changes";
import { changed, type PlaylistView } from "@/offline/outbox/kinds/playlist-view";

/** Returns the state that pending changes give, or `undefined` if none is about it. */
export function lastWord(changes: readonly Change[], isAbout: (change: Membership) => boolean): boolean | undefined {
  const word = changes.findLast((change): change is Membership => "on" in change && isAbout(change));
  return word?.on;
}

/** Returns the list after pending changes, in their order: added members come first, removed ones are left out. */
export function withMembers(
  list: readonly string[],
  changes: readonly Change[],
  memberOf: (change: Membership) => string | undefined,
): readonly string[] {
  let members = list;
  for (const change of changes) {
    const member = "on" in change ? memberOf(change) : undefined;
    if (member === undefined) continue;
    const others = members.filter((each) => each !== member);
    members = (change as Membership).on ? [member, ...others] : others;
  }
  return members;
}

function afterWork(view: PlaylistView, work: PlaylistWork): PlaylistView {
  if (work.kind === "changePlaylist") return changed(view, work.change);
  if (work.kind !== "addToPlaylist") return view;
  const isThere = view.items.some(({ audioId }) => audioId === work.item.audioId);
  const last = view.items.at(-1)?.audioId;
  return isThere ? view : changed(view, { kind: "putBack", item: work.item, after: last });
}

/**
 * Returns a playlist including pending changes. `server` is the server's state, `undefined` if the server does not have
 * the playlist yet. Returns `undefined` if the playlist was deleted or does not exist.
 */
export function shownPlaylist(
  server: PlaylistView | undefined,
  changes: readonly Change[],
  id: string,
): PlaylistView | undefined {
  let view = server;
  for (const change of changes) {
    if (!isPlaylistWork(change) || change.id !== id) continue;
    if (change.kind === "createPlaylist") view ??= change.shown;
    else if (change.kind === "deletePlaylist") view = undefined;
    else view &&= afterWork(view, change);
  }
  return view;
}

/** Returns the student's playlists including pending changes. New ones come first. */
export function shownPlaylists(
  server: readonly Playlist[] | undefined,
  changes: readonly Change[],
): readonly Playlist[] | undefined {
  const works = changes.filter(isPlaylistWork);
  if (works.length === 0) return server;
  const made = works.flatMap((work) => (work.kind === "createPlaylist" ? work.id : []));
  // Offline, only the playlists created on this device are known.
  if (!server && made.length === 0) return undefined;
  const ids = new Set([...made.reverse(), ...(server ?? []).map(({ id }) => id)]);
  const known = new Map(server?.map((playlist) => [playlist.id, playlist]));
  return [...ids].flatMap((id) => {
    const playlist = known.get(id);
    return shownPlaylist(playlist && { playlist, items: [] }, changes, id)?.playlist ?? [];
  });
}
