import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, payload } from "./client";
import { liveList } from "./freshness";
import type { NewPlaylist, Playlist, PlaylistPage } from "./models";
import { refreshEverywhere } from "./other-tabs";

export const playlistKeys = {
  all: ["playlists"] as const,
  mine: ["playlists", "mine"] as const,
  detail: (id: string) => [...playlistKeys.all, "detail", id] as const,
  ofStudents: ["playlists", "student"] as const,
  ofStudent: (username: string) => [...playlistKeys.ofStudents, username] as const,
};

const cursorOf = (pageParam: string) => (pageParam ? { cursor: pageParam } : {});

/** All of one's own playlists (100 at most), newest first. */
export const myPlaylistsQuery = queryOptions({
  ...liveList,
  queryKey: playlistKeys.mine,
  queryFn: async ({ signal }): Promise<Playlist[]> => {
    const playlists: Playlist[] = [];
    let cursor = "";
    do {
      const page = await payload(api.GET("/api/me/playlists", { params: { query: cursorOf(cursor) }, signal }));
      playlists.push(...page.items);
      cursor = page.nextCursor ?? "";
    } while (cursor);
    return playlists;
  },
});

/** One page of a playlist and its audio notes in their order; the first without a cursor. */
export function getPlaylistPage(id: string, cursor: string, signal?: AbortSignal): Promise<PlaylistPage> {
  const params = { path: { id }, query: cursorOf(cursor) };
  return payload(api.GET("/api/playlists/{id}", { params, ...(signal && { signal }) }));
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
        api.GET("/api/students/{username}/playlists", {
          params: { path: { username }, query: cursorOf(pageParam) },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

type DetailPages = InfiniteData<PlaylistPage, unknown>;

function patchDetail(queries: QueryClient, id: string, change: (pages: DetailPages) => DetailPages): void {
  queries.setQueryData(playlistQuery(id).queryKey, (pages) => pages && change(pages));
}

/** Writes the server's version of a playlist into every cached list that shows it. */
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
    // Somebody waits for it: offline, it fails at once instead of some time later.
    networkMode: "always",
    mutationFn: (body: NewPlaylist) => payload(api.POST("/api/me/playlists", { body })),
    onSuccess: ({ playlist }) => rememberPlaylist(queries, playlist),
    onSettled: () => refreshPlaylists(queries),
  });
}

/** Adds one audio note; `added` is false when it was there already. */
export function useAddToPlaylist() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: ({ id, audioId }: { id: string; audioId: string }) =>
      payload(api.PUT("/api/playlists/{id}/items/{audioId}", { params: { path: { id, audioId } } })),
    onSuccess: ({ playlist }) => rememberPlaylist(queries, playlist),
    onSettled: () => refreshPlaylists(queries),
  });
}
