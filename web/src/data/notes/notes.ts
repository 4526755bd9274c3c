import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import type { ReadableNote } from "@/api/models";
import { orKept } from "@/offline/files/or-kept";
import { Fresh, followedList } from "../query/freshness";
import { refreshEverywhere } from "../query/other-tabs";
import { newNotesQuery } from "./new-notes";

export const noteKeys = {
  all: ["notes"] as const,
  inCourses: ["notes", "course"] as const,
  inCourse: (code: string) => [...noteKeys.inCourses, code] as const,
  /** Under the course: what makes its notes stale makes those of its chapters stale. */
  inChapter: (code: string, chapter: number) => [...noteKeys.inCourse(code), "chapter", chapter] as const,
  detail: (id: string) => [...noteKeys.all, "detail", id] as const,
  reading: (id: string) => [...noteKeys.all, "reading", id] as const,
};

/**
 * A course with its notes, newest first, a page at a time; the first page brings the course along. With a
 * chapter, only the notes of that one: its pages may be short, or empty, before the last.
 */
export const courseNotesQuery = (code: string, chapter?: number) =>
  infiniteQueryOptions({
    ...followedList,
    queryKey: chapter === undefined ? noteKeys.inCourse(code) : noteKeys.inChapter(code, chapter),
    queryFn: ({ pageParam, signal }) =>
      payload(
        api.GET("/api/courses/{code}/notes", {
          params: {
            path: { code },
            query: { ...(chapter !== undefined && { chapter }), ...(pageParam && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.notes.nextCursor ?? undefined,
  });

/** One note, as anybody with its address may see it. */
export const noteQuery = (id: string) =>
  queryOptions({
    queryKey: noteKeys.detail(id),
    queryFn: ({ signal }) => payload(api.GET("/api/notes/{id}", { params: { path: { id } }, signal })),
    staleTime: Fresh.live,
  });

/**
 * What the reader needs of a note: what it is, and an address of its PDF, signed for some hours, or one on this device
 * where the note is kept.
 */
export const readingNow = (id: string, signal?: AbortSignal): Promise<ReadableNote> =>
  orKept(
    () => payload(api.GET("/api/notes/{id}/reading", { params: { path: { id } }, ...(signal && { signal }) })),
    async (lookup, uid) => {
      const answer = await lookup.keptReading(uid, id);
      return answer && { answer, isAll: true };
    },
    (answer, kept) => (answer.sha256 === kept.sha256 ? { ...answer, url: kept.url } : answer),
  );

/** The note that is opened for reading; asked once, because the reader renews the address by itself. */
export const readingQuery = (id: string) =>
  queryOptions({
    queryKey: noteKeys.reading(id),
    queryFn: ({ signal }) => readingNow(id, signal),
    staleTime: Fresh.live,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Where the PDF of a note is, for lists that do not say so. */
export const noteFileUrl = (id: string) => `/api/notes/${encodeURIComponent(id)}/file`;

/** Moves a note to the trash, from where it can be brought back for 30 days. */
export function useDeleteNote(code: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => payload(api.DELETE("/api/notes/{id}", { params: { path: { id } } })),
    onSettled: () => refreshEverywhere(queries, noteKeys.inCourse(code), newNotesQuery.queryKey),
  });
}

/** Brings a note back from the trash. */
export function useRestoreNote(code: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => payload(api.POST("/api/notes/{id}/restore", { params: { path: { id } } })),
    onSettled: () => refreshEverywhere(queries, noteKeys.inCourse(code), newNotesQuery.queryKey),
  });
}

/** Notes down that the student downloaded a note; survives the page being left, and its failure is nobody's concern. */
export function recordDownload(noteId: string): void {
  payload(api.POST("/api/me/downloads", { body: { noteId }, keepalive: true })).catch((error: unknown) => {
    console.warn("The download was not recorded.", error);
  });
}
