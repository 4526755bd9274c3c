import type { InfiniteData } from "@tanstack/react-query";
import type { Playlist, PlaylistItem, PlaylistPage, PlaylistVisibility } from "@/api/models";

/** Loaded part of a playlist, with its pages joined into one list. */
export interface LoadedPlaylist {
  playlist: Playlist;
  items: readonly PlaylistItem[];
}

export type PlaylistPages = InfiniteData<PlaylistPage, unknown>;

export type PlaylistChange =
  /** `before` is the name that the page showed. */
  | { kind: "rename"; name: string; before?: string | undefined }
  | { kind: "show"; visibility: PlaylistVisibility }
  /** Moves an item directly after another audio note, or to the front if `after` is undefined. */
  | { kind: "move"; audioId: string; after?: string | undefined }
  | { kind: "remove"; audioId: string }
  /** Undoes a removal. The item returns to its position after `after`, or to the end if that item no longer exists. */
  | { kind: "putBack"; item: PlaylistItem; after?: string | undefined }
  /** `coverUrl` is the cover that the page showed. */
  | { kind: "removeCover"; coverUrl?: string | undefined };

/** Joins the pages into one list. Removes duplicates of an item that moved between two fetches. */
export function flattenPages({ pages }: Pick<PlaylistPages, "pages">): LoadedPlaylist | undefined {
  const newest = pages.at(-1)?.playlist;
  if (!newest) return undefined;
  const items = new Map(pages.flatMap((page) => page.items.items).map((item) => [item.audioId, item]));
  return { playlist: newest, items: [...items.values()] };
}

/** Splits `view` into pages again. Pages keep their length; the last one takes the remaining items. */
export function splitIntoPages(data: PlaylistPages, { playlist, items }: LoadedPlaylist): PlaylistPages {
  let from = 0;
  const pages = data.pages.map((page, index) => {
    const isLast = index === data.pages.length - 1;
    const to = isLast ? items.length : Math.min(items.length, from + page.items.items.length);
    const part = items.slice(from, to);
    from = to;
    return { playlist, items: { ...page.items, items: part } };
  });
  return { ...data, pages };
}

/** Returns the id of the item before this one, or `undefined` for the first item. */
export function predecessorOf(items: readonly PlaylistItem[], audioId: string): string | undefined {
  return items[items.findIndex((item) => item.audioId === audioId) - 1]?.audioId;
}

/** Inserts an item directly after `after`: at the front if `after` is undefined, at the end if it does not exist. */
function inserted(items: readonly PlaylistItem[], item: PlaylistItem, after: string | undefined): PlaylistItem[] {
  const others = items.filter((each) => each.audioId !== item.audioId);
  const found = others.findIndex((each) => each.audioId === after);
  const place = after === undefined ? 0 : found < 0 ? others.length : found + 1;
  return [...others.slice(0, place), item, ...others.slice(place)];
}

function counted(playlist: Playlist, item: PlaylistItem, sign: 1 | -1): Playlist {
  return {
    ...playlist,
    audioCount: Math.max(0, playlist.audioCount + sign),
    totalSecs: Math.max(0, playlist.totalSecs + sign * (item.audio?.durationSecs ?? 0)),
  };
}

function withCover({ coverUrl: _replaced, ...playlist }: Playlist, coverUrl: string | undefined): Playlist {
  return coverUrl === undefined ? playlist : { ...playlist, coverUrl };
}

/** Applies an optimistic change. */
export function applyPlaylistChange(view: LoadedPlaylist, change: PlaylistChange): LoadedPlaylist {
  const { playlist, items } = view;
  switch (change.kind) {
    case "rename":
      return { items, playlist: { ...playlist, name: change.name } };
    case "show":
      return { items, playlist: { ...playlist, visibility: change.visibility } };
    case "removeCover":
      return { items, playlist: withCover(playlist, undefined) };
    case "move": {
      const item = items.find((each) => each.audioId === change.audioId);
      return item && item.audioId !== change.after ? { playlist, items: inserted(items, item, change.after) } : view;
    }
    case "remove": {
      const item = items.find((each) => each.audioId === change.audioId);
      if (!item) return view;
      return { playlist: counted(playlist, item, -1), items: items.filter((each) => each !== item) };
    }
    case "putBack": {
      const isThere = items.some((each) => each.audioId === change.item.audioId);
      return {
        playlist: isThere ? playlist : counted(playlist, change.item, 1),
        items: inserted(items, change.item, change.after),
      };
    }
  }
}

/** Reverts one rejected change and keeps later ones. `before` is the view at the time of the change. */
export function revertPlaylistChange(
  now: LoadedPlaylist,
  before: LoadedPlaylist,
  change: PlaylistChange,
): LoadedPlaylist {
  const { playlist, items } = now;
  switch (change.kind) {
    case "rename":
      return { items, playlist: { ...playlist, name: before.playlist.name } };
    case "show":
      return { items, playlist: { ...playlist, visibility: before.playlist.visibility } };
    case "removeCover":
      return { items, playlist: withCover(playlist, before.playlist.coverUrl) };
    case "move":
      return applyPlaylistChange(now, { ...change, after: predecessorOf(before.items, change.audioId) });
    case "remove": {
      const item = before.items.find((each) => each.audioId === change.audioId);
      return item
        ? applyPlaylistChange(now, { kind: "putBack", item, after: predecessorOf(before.items, item.audioId) })
        : now;
    }
    case "putBack":
      return before.items.some((each) => each.audioId === change.item.audioId)
        ? now
        : applyPlaylistChange(now, { kind: "remove", audioId: change.item.audioId });
  }
}
