import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, unwrap } from "@/api/client";
import type { Bookmark } from "@/api/models";
import { readAllItems } from "@/api/pages";
import { newUlid } from "@/lib/text/ulid";
import type { BookmarkChange } from "@/offline/outbox/kinds/bookmark";
import type { Change, ResultByKind } from "@/offline/outbox/kinds/kinds";
import { enqueueChange, type Outcome, selectPendingChanges, useOutbox } from "@/offline/outbox/queue";
import { staleTimes } from "../query/cache-policies";
import { patchQueryData } from "../query/patch-query-data";

/** Bookmarks of the student in all recordings. */
export const bookmarksQuery = queryOptions({
  queryKey: ["me", "bookmarks"] as const,
  queryFn: ({ signal }) => readAllItems((query) => unwrap(api.GET("/api/me/bookmarks", { params: { query }, signal }))),
  staleTime: staleTimes.live,
  // Another device may have changed them.
  refetchOnWindowFocus: "always",
});

const isBookmarkChange = (change: Change): change is BookmarkChange => change.kind === "bookmark";

/** Returns the bookmarks with these changes applied. New bookmarks come last. */
export function applyBookmarkChanges(list: readonly Bookmark[], changes: readonly BookmarkChange[]): Bookmark[] {
  const bookmarks = new Map(list.map((bookmark) => [bookmark.id, bookmark]));
  for (const { id, bookmark } of changes) {
    if (bookmark) bookmarks.set(id, bookmark);
    else bookmarks.delete(id);
  }
  return [...bookmarks.values()];
}

/** Writes a confirmed change to the query cache of every tab. */
export function onBookmarkConfirmed(
  queries: QueryClient,
  sent: BookmarkChange,
  result: ResultByKind["bookmark"],
): void {
  const change = { ...sent, bookmark: result?.bookmark };
  patchQueryData(queries, bookmarksQuery.queryKey, (list) => list && applyBookmarkChanges(list, [change]));
}

/** Returns the student's bookmarks with pending changes: of one recording by position, or of all recordings. */
export function useBookmarks(audioId?: string) {
  const { data, error, isPending, refetch } = useQuery(bookmarksQuery);
  const entries = useOutbox((all) => all);
  const bookmarks = useMemo(() => {
    const all = applyBookmarkChanges(data ?? [], selectPendingChanges(entries).filter(isBookmarkChange));
    const matching = audioId === undefined ? all : all.filter((bookmark) => bookmark.audioId === audioId);
    return matching.sort((one, other) => one.positionMs - other.positionMs || one.id.localeCompare(other.id));
  }, [data, entries, audioId]);
  return { bookmarks, error: data ? undefined : error, isPending: isPending && !error, refetch };
}

/** Returns a new bookmark without a remark. `positionSecs` is rounded down to the millisecond. */
export const newBookmark = (audio: { id: string; title: string }, positionSecs: number): Bookmark => ({
  id: newUlid(),
  audioId: audio.id,
  title: audio.title,
  positionMs: Math.max(0, Math.floor(positionSecs * 1000)),
  remark: "",
  madeAt: new Date().toISOString(),
});

/** Saves a new bookmark, or restores a deleted one. */
export function putBookmark(bookmark: Bookmark): Promise<Outcome<BookmarkChange>> {
  return enqueueChange({ kind: "bookmark", audioId: bookmark.audioId, id: bookmark.id, bookmark });
}

/** Changes the remark of a bookmark. `seen` is the bookmark that the student saw. */
export function editBookmark(seen: Bookmark, remark: string): Promise<Outcome<BookmarkChange>> {
  const { audioId, id, remark: before } = seen;
  return enqueueChange({ kind: "bookmark", audioId, id, bookmark: { ...seen, remark }, before });
}

/** Deletes a bookmark. */
export function removeBookmark({ audioId, id }: Bookmark): Promise<Outcome> {
  return enqueueChange({ kind: "bookmark", audioId, id });
}
