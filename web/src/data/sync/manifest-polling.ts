import { hashKey, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { catalogueQuery } from "@/core/catalogue/catalogue";
import { type FetchedManifest, manifestQuery, newestManifest } from "@/core/catalogue/manifest";
import { REFETCH_SECS } from "@/core/limits";
import type { Moves } from "@/core/wasm";
import { pollWhileVisible } from "@/lib/browser/poll-while-visible";
import { isUlid } from "@/lib/text/ulid";
import { albumIds } from "@/lib/urls/albums";
import { shelfTitles } from "@/lib/urls/shelves";
import { albumKeys } from "../albums/albums";
import { audioKeys } from "../audio/audio";
import { noteKeys } from "../notes/notes";
import { playlistKeys } from "../playlists/playlists";

/**
 * Follows changes of other users: polls the manifest at the CDN, and refetches a list only when the manifest signals a
 * change.
 */

/**
 * Delay before the first poll of a page on which nothing else fetches the manifest, in milliseconds. The page's own
 * data comes first.
 */
const FIRST_POLL_MS = 5_000;

/**
 * Maximum time between the publication of a change in the manifest and its visibility in responses, whichever comes
 * first, in milliseconds.
 */
const MAX_DELAY_MS = 10_000;

/** A list with more pages is not refetched, because each page costs a request. */
const MAX_REFETCHED_PAGES = 3;

const manifestHash = hashKey(manifestQuery.queryKey);

/** Returns the names of the lists that changed after version `seen`, or `undefined` if any list may have changed. */
export function changedListsSince(changeLog: Moves | undefined, seen: number): string[] | undefined {
  if (!changeLog || changeLog.since > seen) return undefined;
  return Object.keys(changeLog.lists).filter((name) => (changeLog.lists[name] ?? 0) > seen);
}

function queryKeyOfList(name: string): QueryKey {
  const shelf = Object.keys(shelfTitles).find((id) => id === name);
  if (shelf) return [...audioKeys.shelves, shelf];
  const album = albumIds.find((id) => id === name);
  if (album) return albumKeys.album(album);
  return isUlid(name) ? playlistKeys.detail(name) : noteKeys.inCourse(name);
}

/** All lists that a manifest can name. */
const followedKeys: readonly QueryKey[] = [audioKeys.shelves, albumKeys.all, playlistKeys.details, noteKeys.inCourses];

function isShort({ state }: Query): boolean {
  const pages = (state.data as { pages?: unknown[] } | undefined)?.pages;
  return (pages?.length ?? 0) <= MAX_REFETCHED_PAGES;
}

/** Follows changes of other users while the page is open. Returns a function that stops it. */
export function startManifestPolling(queries: QueryClient): () => void {
  const startedMs = performance.now();
  let seen: number | undefined;
  let known: unknown;

  function onAnswer({ manifest, respondedAtMs }: FetchedManifest): void {
    if (!manifest) return;
    const edition = manifest.moves?.edition ?? Date.parse(manifest.publishedAt);
    const isFirst = seen === undefined;
    // The lists of the page are about as old as the page. Without a server time, they are assumed to be current.
    const begun =
      respondedAtMs === undefined ? edition : respondedAtMs - (performance.now() - startedMs) - MAX_DELAY_MS;
    const before = seen ?? begun;
    seen = edition;
    if (edition <= before) return;
    for (const queryKey of changedListsSince(manifest.moves, before)?.map(queryKeyOfList) ?? followedKeys) {
      void queries.invalidateQueries({ queryKey, predicate: isShort });
    }
    // The first manifest is the one from which the courses are being loaded.
    if (!isFirst) {
      void queries.invalidateQueries({ queryKey: catalogueQuery.queryKey, exact: true }, { cancelRefetch: false });
    }
  }

  const stopListening = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryHash !== manifestHash || query.state.data === known) return;
    known = query.state.data;
    onAnswer(query.state.data as FetchedManifest);
  });

  // A failed poll is ignored; the next one follows.
  const poll = () => void newestManifest(queries).catch(() => undefined);
  const stopPolling = pollWhileVisible(poll, REFETCH_SECS * 1000);
  const first = setTimeout(() => seen === undefined && poll(), FIRST_POLL_MS);
  return () => {
    stopListening();
    stopPolling();
    clearTimeout(first);
  };
}
