import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { AlbumId, AlbumPage } from "@/api/models";
import { pageQuery } from "@/api/pages";
import { noteKeys } from "../notes/notes";
import { manifestInvalidated } from "../query/cache-policies";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";

export const albumKeys = {
  /** Below the key of notes, so that invalidating all notes includes them. */
  all: [...noteKeys.all, "album"] as const,
  album: (album: AlbumId) => [...albumKeys.all, album] as const,
};

/** An album with its notes, newest first, one page at a time. Every page includes the album. */
export const albumQuery = (album: AlbumId) =>
  infiniteQueryOptions({
    ...manifestInvalidated,
    queryKey: albumKeys.album(album),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/albums/{album}", {
          params: { path: { album }, query: pageQuery(pageParam) },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.notes.nextCursor ?? undefined,
  });

type AlbumPages = InfiniteData<AlbumPage, unknown>;

/** Returns the pages without one note and with a corrected count. */
export function removeNoteFromPages(pages: AlbumPages, id: string): AlbumPages {
  if (!pages.pages.some(({ notes }) => notes.items.some((note) => note.id === id))) return pages;
  return {
    ...pages,
    pages: pages.pages.map(({ album, notes }) => ({
      album: { ...album, noteCount: Math.max(0, album.noteCount - 1) },
      notes: { ...notes, items: notes.items.filter((note) => note.id !== id) },
    })),
  };
}

/** Moves an album note to the trash, where it can be restored for 30 days. Removes its card optimistically. */
export function useDeleteAlbumNote(album: AlbumId) {
  const queries = useQueryClient();
  const { queryKey } = albumQuery(album);
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE("/api/album-notes/{id}", { params: { path: { id } } })),
    onMutate: async (id) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (pages) => pages && removeNoteFromPages(pages, id));
      return before;
    },
    onError: (_error, _id, before) => {
      if (before) queries.setQueryData(queryKey, before);
    },
    onSettled: () => invalidateInAllTabs(queries, albumKeys.album(album)),
  });
}

/** Restores an album note from the trash. Administrators only. */
export function useRestoreAlbumNote(album: AlbumId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.POST("/api/album-notes/{id}/restore", { params: { path: { id } } })),
    onSettled: () => invalidateInAllTabs(queries, albumKeys.album(album)),
  });
}
