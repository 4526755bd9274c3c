import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { payload } from "./client";
import { liveList } from "./freshness";
import type { Page, Playlist, PlaylistItem, PlaylistPage, PlaylistVisibility } from "./models";
import { refreshEverywhere } from "./other-tabs";
import { untyped } from "./untyped";

export const playlistKeys = {
  all: ["playlists"] as const,
  mine: ["playlists", "mine"] as const,
  detail: (id: string) => [...playlistKeys.all, "detail", id] as const,
  ofStudent: (username: string) => [...playlistKeys.all, "student", username] as const,
};

const cursorOf = (pageParam: string): Record<string, string> => (pageParam ? { cursor: pageParam } : {});

/** All of one's own playlists (100 at most), newest first. */
export const myPlaylistsQuery = queryOptions({
  ...liveList,
  queryKey: playlistKeys.mine,
  queryFn: async ({ signal }): Promise<Playlist[]> => {
    const playlists: Playlist[] = [];
    let cursor = "";
    do {
      const answer = untyped.GET("/api/me/playlists", { params: { query: cursorOf(cursor) }, signal });
      const page = (await payload(answer)) as Page<Playlist>;
      playlists.push(...page.items);
      cursor = page.nextCursor ?? "";
    } while (cursor);
    return playlists;
  },
});

/** A playlist with its audio notes in their order, a page at a time; each page brings the playlist along. */
export const playlistQuery = (id: string) =>
  infiniteQueryOptions({
    ...liveList,
    queryKey: playlistKeys.detail(id),
    queryFn: ({ pageParam, signal }) =>
      payload(
        untyped.GET("/api/playlists/{id}", { params: { path: { id }, query: cursorOf(pageParam) }, signal }),
      ) as Promise<PlaylistPage>,
    initialPageParam: "",
    getNextPageParam: (page) => page.items.nextCursor ?? undefined,
  });

/** The public playlists of a student. */
export const studentPlaylistsQuery = (username: string) =>
  infiniteQueryOptions({
    ...liveList,
    queryKey: playlistKeys.ofStudent(username),
    queryFn: ({ pageParam, signal }) =>
      payload(
        untyped.GET("/api/students/{username}/playlists", {
          params: { path: { username }, query: cursorOf(pageParam) },
          signal,
        }),
      ) as Promise<Page<Playlist>>,
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

/** What can be made at once: a name, who sees it, and the first audio notes. */
export interface NewPlaylist {
  name: string;
  visibility?: PlaylistVisibility;
  audioIds?: readonly string[];
  /** Made here, so that sending twice creates once. */
  id?: string;
}

/** `created` is false when a playlist of that name was there; `added` counts what was new in it. */
export interface CreatedPlaylist {
  playlist: Playlist;
  created: boolean;
  added: number;
}

type DetailPages = InfiniteData<PlaylistPage, unknown>;

function patchDetail(queries: QueryClient, id: string, change: (pages: DetailPages) => DetailPages): void {
  queries.setQueryData(playlistQuery(id).queryKey, (pages) => pages && change(pages));
}

/** Puts what the server says about a playlist into every list that shows it. */
function rememberPlaylist(queries: QueryClient, playlist: Playlist): void {
  queries.setQueryData(myPlaylistsQuery.queryKey, (mine) =>
    mine?.map((each) => (each.id === playlist.id ? playlist : each)),
  );
  patchDetail(queries, playlist.id, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, playlist })),
  }));
}

function refreshPlaylists(queries: QueryClient): Promise<void> {
  return refreshEverywhere(queries, playlistKeys.all);
}

/** What the caches said before a change, to go back to when the server refuses it. */
function snapshot(queries: QueryClient, id: string) {
  const mine = queries.getQueryData(myPlaylistsQuery.queryKey);
  const detail = queries.getQueryData(playlistQuery(id).queryKey);
  return () => {
    queries.setQueryData(myPlaylistsQuery.queryKey, mine);
    queries.setQueryData(playlistQuery(id).queryKey, detail);
  };
}

async function beforeChange(queries: QueryClient, id: string) {
  await queries.cancelQueries({ queryKey: playlistKeys.all });
  return snapshot(queries, id);
}

/** Makes a playlist, or adds to the one that has this name already. */
export function useCreatePlaylist() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPlaylist) => payload(untyped.POST("/api/me/playlists", { body })) as Promise<CreatedPlaylist>,
    onSuccess: ({ playlist }) => rememberPlaylist(queries, playlist),
    onSettled: () => refreshPlaylists(queries),
  });
}

/** Adds one audio note; `added` is false when it was there already. */
export function useAddToPlaylist() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, audioId }: { id: string; audioId: string }) =>
      payload(untyped.PUT("/api/playlists/{id}/items/{audioId}", { params: { path: { id, audioId } } })) as Promise<{
        playlist: Playlist;
        added: boolean;
      }>,
    onSuccess: ({ playlist }) => rememberPlaylist(queries, playlist),
    onSettled: () => refreshPlaylists(queries),
  });
}

function itemsChanged(data: DetailPages, change: (items: PlaylistItem[]) => PlaylistItem[]): DetailPages {
  const items = change(data.pages.flatMap((page) => page.items.items));
  let from = 0;
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      const isLast = index === data.pages.length - 1;
      const to = isLast ? items.length : from + page.items.items.length;
      const part = items.slice(from, to);
      from = to;
      return { ...page, items: { ...page.items, items: part } };
    }),
  };
}

/** Takes an audio note out. It goes from the page at once, and comes back if the server refuses. */
export function useRemoveFromPlaylist(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (audioId: string) =>
      payload(untyped.DELETE("/api/playlists/{id}/items/{audioId}", { params: { path: { id, audioId } } })) as Promise<{
        playlist: Playlist;
      }>,
    onMutate: async (audioId) => {
      const back = await beforeChange(queries, id);
      patchDetail(queries, id, (data) =>
        itemsChanged(data, (items) => items.filter((item) => item.audioId !== audioId)),
      );
      return back;
    },
    onError: (_error, _audioId, back) => back?.(),
    onSuccess: ({ playlist }) => rememberPlaylist(queries, playlist),
    onSettled: () => refreshPlaylists(queries),
  });
}

/** `items` with the one moved to right after `after`, or to the front without it. */
export function moved<Item extends { audioId: string }>(
  items: readonly Item[],
  audioId: string,
  after: string | undefined,
): Item[] {
  const item = items.find((each) => each.audioId === audioId);
  if (!item || audioId === after) return [...items];
  const others = items.filter((each) => each !== item);
  const place = after === undefined ? 0 : others.findIndex((each) => each.audioId === after) + 1;
  return [...others.slice(0, place), item, ...others.slice(place)];
}

/** A new place for one audio note: right after another, or first. */
export interface Move {
  audioId: string;
  after?: string | undefined;
  version: number;
}

/** Changes the order; shows at once. A conflict means that the list changed meanwhile and is loaded again. */
export function useMoveInPlaylist(id: string) {
  const queries = useQueryClient();
  return useMutation({
    // One at a time: each move names the version that the one before it made.
    scope: { id: `order ${id}` },
    mutationFn: (body: Move) =>
      payload(untyped.POST("/api/playlists/{id}/order", { params: { path: { id } }, body })) as Promise<Playlist>,
    onMutate: async ({ audioId, after }) => {
      const back = await beforeChange(queries, id);
      patchDetail(queries, id, (data) => itemsChanged(data, (items) => moved(items, audioId, after)));
      return back;
    },
    onError: (_error, _move, back) => back?.(),
    onSuccess: (playlist) => rememberPlaylist(queries, playlist),
    onSettled: () => refreshPlaylists(queries),
  });
}

/** Renames a playlist or changes who sees it. */
export interface PlaylistEdit {
  name?: string;
  visibility?: PlaylistVisibility;
  version: number;
}

/** Renames, publishes or hides; shows at once. */
export function useEditPlaylist(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: PlaylistEdit) =>
      payload(untyped.PATCH("/api/playlists/{id}", { params: { path: { id } }, body })) as Promise<Playlist>,
    onMutate: async ({ version: _version, ...edit }) => {
      const back = await beforeChange(queries, id);
      const known = queries.getQueryData(playlistQuery(id).queryKey)?.pages[0]?.playlist;
      if (known) rememberPlaylist(queries, { ...known, ...edit });
      return back;
    },
    onError: (_error, _edit, back) => back?.(),
    onSuccess: (playlist) => rememberPlaylist(queries, playlist),
    onSettled: () => refreshPlaylists(queries),
  });
}

/** Deletes a playlist; the audio notes in it stay where they are. */
export function useDeletePlaylist() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => payload(untyped.DELETE("/api/playlists/{id}", { params: { path: { id } } })),
    onMutate: async (id) => {
      const back = await beforeChange(queries, id);
      queries.setQueryData(myPlaylistsQuery.queryKey, (mine) => mine?.filter((each) => each.id !== id));
      return back;
    },
    onError: (_error, _id, back) => back?.(),
    onSuccess: (_nothing, id) => queries.removeQueries({ queryKey: playlistKeys.detail(id) }),
    onSettled: () => refreshEverywhere(queries, playlistKeys.mine),
  });
}

/** Takes the cover off; the playlist shows one made of its items again. */
export function useRemoveCover(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      payload(untyped.DELETE("/api/playlists/{id}/cover", { params: { path: { id } } })) as Promise<Playlist>,
    onSuccess: (playlist) => rememberPlaylist(queries, playlist),
    onSettled: () => refreshPlaylists(queries),
  });
}
