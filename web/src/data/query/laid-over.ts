import type { Playlist } from "@/api/models";
import { type Change, isPlaylistWork, type Membership, type PlaylistWork } from "@/offline/outbox/kinds/changes";
import { changed, type PlaylistView } from "@/offline/outbox/kinds/playlist-view";

/** Whether something is so, as far as unconfirmed changes say; nothing when they do not. */
export function lastWord(changes: readonly Change[], isAbout: (change: Membership) => boolean): boolean | undefined {
  const word = changes.findLast((change): change is Membership => "on" in change && isAbout(change));
  return word?.on;
}

/** The list with what was switched on in front and without what was switched off, in the order in which that happened. */
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
 * A playlist with everything that was done to it and is not confirmed. `server` is what the server said, nothing while it
 * does not have the playlist yet. Nothing when it was deleted, or when nobody has made it.
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

/** One's own playlists with what was done to them and is not confirmed; those that were just made come first. */
export function shownPlaylists(
  server: readonly Playlist[] | undefined,
  changes: readonly Change[],
): readonly Playlist[] | undefined {
  const works = changes.filter(isPlaylistWork);
  if (works.length === 0) return server;
  const made = works.flatMap((work) => (work.kind === "createPlaylist" ? work.id : []));
  // What is made here is all that is known while the server cannot be asked.
  if (!server && made.length === 0) return undefined;
  const ids = new Set([...made.reverse(), ...(server ?? []).map(({ id }) => id)]);
  const known = new Map(server?.map((playlist) => [playlist.id, playlist]));
  return [...ids].flatMap((id) => {
    const playlist = known.get(id);
    return shownPlaylist(playlist && { playlist, items: [] }, changes, id)?.playlist ?? [];
  });
}
