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
import type { Page, Playlist, PlaylistPage, PlaylistVisibility } from "./models";
import { refreshEverywhere } from "./other-tabs";
import { untyped } from "./untyped";

export const playlistKeys = {
  all: ["playlists"] as const,
  mine: ["playlists", "mine"] as const,
  detail: (id: string) => [...playlistKeys.all, "detail", id] as const,
  ofStudents: ["playlists", "student"] as const,
  ofStudent: (username: string) => [...playlistKeys.ofStudents, username] as const,
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

/** One page of a playlist and its audio notes in their order; the first without a cursor. */
export function getPlaylistPage(id: string, cursor: string, signal?: AbortSignal): Promise<PlaylistPage> {
  const params = { path: { id }, query: cursorOf(cursor) };
  return payload(untyped.GET("/api/playlists/{id}", { params, ...(signal && { signal }) })) as Promise<PlaylistPage>;
}

/** A playlist with its audio notes in their order, a page at a time; each page brings the playlist along. */
export const playlistQuery = (id: string) =>
  infiniteQueryOptions({
    ...liveList,
    queryKey: playlistKeys.detail(id),
    queryFn: ({ pageParam, signal }) => getPlaylistPage(id, pageParam, signal),
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
