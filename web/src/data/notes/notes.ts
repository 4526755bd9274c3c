import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { ReadableNote } from "@/api/models";
import { pageQuery } from "@/api/pages";
import { withOfflineFallback } from "@/offline/files/with-offline-fallback";
import { manifestInvalidated, staleTimes } from "../query/cache-policies";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";
import { newNotesQuery } from "./new-notes";

export const noteKeys = {
  all: ["notes"] as const,
  inCourses: ["notes", "course"] as const,
  inCourse: (code: string) => [...noteKeys.inCourses, code] as const,
  /** Below the key of the course, so that invalidating its notes includes those of its chapters. */
  inChapter: (code: string, chapter: number) => [...noteKeys.inCourse(code), "chapter", chapter] as const,
  detail: (id: string) => [...noteKeys.all, "detail", id] as const,
  reading: (id: string) => [...noteKeys.all, "reading", id] as const,
};

/**
 * A course with its notes, newest first, one page at a time; the first page includes the course. With a chapter, only
 * the notes of that chapter: pages before the last may then be short or empty.
 */
export const courseNotesQuery = (code: string, chapter?: number) =>
  infiniteQueryOptions({
    ...manifestInvalidated,
    queryKey: chapter === undefined ? noteKeys.inCourse(code) : noteKeys.inChapter(code, chapter),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET("/api/courses/{code}/notes", {
          params: {
            path: { code },
            query: { ...(chapter !== undefined && { chapter }), ...pageQuery(pageParam) },
          },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.notes.nextCursor ?? undefined,
  });

/** One note, as visitors see it. */
export const noteQuery = (id: string) =>
  queryOptions({
    queryKey: noteKeys.detail(id),
    queryFn: ({ signal }) => unwrap(api.GET("/api/notes/{id}", { params: { path: { id } }, signal })),
    staleTime: staleTimes.live,
  });

/**
 * Returns the data that the reader needs: the note, and a URL of its PDF, which is signed for some hours or points to
 * the offline copy.
 */
export const fetchReadableNote = (id: string, signal?: AbortSignal): Promise<ReadableNote> =>
  withOfflineFallback(
    () => unwrap(api.GET("/api/notes/{id}/reading", { params: { path: { id } }, ...(signal && { signal }) })),
    async (lookup, uid) => {
      const value = await lookup.offlineNote(uid, id);
      return value && { value, isAll: true };
    },
    (note, offline) => {
      if (note.sha256 !== offline.sha256) return note;
      return { ...note, url: offline.url, ...(offline.textUrl !== undefined && { textUrl: offline.textUrl }) };
    },
  );

/** A note opened in the reader. Fetched once, because the reader renews the URL by itself. */
export const readerNoteQuery = (id: string) =>
  queryOptions({
    queryKey: noteKeys.reading(id),
    queryFn: ({ signal }) => fetchReadableNote(id, signal),
    staleTime: staleTimes.live,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Returns the path of a note's PDF, for lists that do not contain it. */
export const noteFileUrl = (id: string) => `/api/notes/${encodeURIComponent(id)}/file`;

/** Moves a note to the trash, where it can be restored for 30 days. */
export function useDeleteNote(code: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE("/api/notes/{id}", { params: { path: { id } } })),
    onSettled: () => invalidateInAllTabs(queries, noteKeys.inCourse(code), newNotesQuery.queryKey),
  });
}

export function useRestoreNote(code: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.POST("/api/notes/{id}/restore", { params: { path: { id } } })),
    onSettled: () => invalidateInAllTabs(queries, noteKeys.inCourse(code), newNotesQuery.queryKey),
  });
}

/** Records a download of a note. The request survives leaving the page, and its failure is only logged. */
export function recordDownload(noteId: string): void {
  unwrap(api.POST("/api/me/downloads", { body: { noteId }, keepalive: true })).catch((error: unknown) => {
    console.warn("The download was not recorded.", error);
  });
}
