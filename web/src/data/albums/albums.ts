import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { AlbumId, AlbumPage } from "@/api/models";
import { noteKeys } from "../notes/notes";
import { followedList } from "../query/freshness";
import { refreshEverywhere } from "../query/other-tabs";

export const albumKeys = {
  /** Under the notes: what makes all notes stale makes these stale. */
  all: [...noteKeys.all, "album"] as const,
  album: (album: AlbumId) => [...albumKeys.all, album] as const,
};

/** An album with its notes, newest first, a page at a time; every page brings the album along. */
export const albumQuery = (album: AlbumId) =>
  infiniteQueryOptions({
    ...followedList,
    queryKey: albumKeys.album(album),
    queryFn: ({ pageParam, signal }) =>
      payload(
        api.GET("/api/albums/{album}", {
          params: { path: { album }, query: pageParam ? { cursor: pageParam } : {} },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.notes.nextCursor ?? undefined,
  });

type AlbumPages = InfiniteData<AlbumPage, unknown>;

/** The pages without one note, counted accordingly. */
export function withoutNote(pages: AlbumPages, id: string): AlbumPages {
  if (!pages.pages.some(({ notes }) => notes.items.some((note) => note.id === id))) return pages;
  return {
    ...pages,
    pages: pages.pages.map(({ album, notes }) => ({
      album: { ...album, noteCount: Math.max(0, album.noteCount - 1) },
      notes: { ...notes, items: notes.items.filter((note) => note.id !== id) },
    })),
  };
}

/** Moves an album note to the trash, from where it can be brought back for 30 days. Its card goes at once. */
export function useDeleteAlbumNote(album: AlbumId) {
  const queries = useQueryClient();
  const { queryKey } = albumQuery(album);
  return useMutation({
    mutationFn: (id: string) => payload(api.DELETE("/api/album-notes/{id}", { params: { path: { id } } })),
    onMutate: async (id) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (pages) => pages && withoutNote(pages, id));
      return before;
    },
    onError: (_error, _id, before) => {
      if (before) queries.setQueryData(queryKey, before);
    },
    onSettled: () => refreshEverywhere(queries, albumKeys.album(album)),
  });
}

/** Brings an album note back from the trash. For administrators. */
export function useRestoreAlbumNote(album: AlbumId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => payload(api.POST("/api/album-notes/{id}/restore", { params: { path: { id } } })),
    onSettled: () => refreshEverywhere(queries, albumKeys.album(album)),
  });
}
