import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { AudioNote, ShelfId, ShelfPage, Waveform } from "@/api/models";
import { pageQuery } from "@/api/pages";
import { deleteCachedQueries, deleteCachedQuery, readCachedQuery } from "@/offline/cache/query-persister";
import type { OfflineTrack } from "@/offline/files/items";
import { withOfflineFallback } from "@/offline/files/with-offline-fallback";
import { manifestInvalidated, staleTimes } from "../query/cache-policies";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";
import { fetchOrCached } from "../query/latest";

export const audioKeys = {
  all: ["audio"] as const,
  shelves: ["audio", "shelf"] as const,
  shelf: (shelf: ShelfId) => [...audioKeys.shelves, shelf] as const,
  transcripts: ["audio", "transcript"] as const,
  recording: (id: string) => ["audio", "detail", id] as const,
  waveform: (id: string) => [...audioKeys.all, "waveform", id] as const,
};

/**
 * Deletes the cached transcripts that these recordings, read from the server, do not have any more, and the cached
 * recordings that name them.
 */
export function deleteOldTranscripts(recordings: readonly AudioNote[]): void {
  const current = new Map(recordings.map(({ id, transcriptId }) => [id, transcriptId]));
  void deleteCachedQueries(audioKeys.transcripts, ([, , id, transcriptId]) => {
    return typeof id === "string" && current.has(id) && current.get(id) !== transcriptId;
  });
  for (const { id, transcriptId } of recordings) void deleteOldRecording(id, transcriptId);
}

async function deleteOldRecording(id: string, transcriptId: AudioNote["transcriptId"]): Promise<void> {
  const key = audioKeys.recording(id);
  const cached = (await readCachedQuery(key)) as AudioNote | undefined;
  if (cached && (cached.transcriptId ?? undefined) !== (transcriptId ?? undefined)) await deleteCachedQuery(key);
}

/** A shelf with its audio notes in order, one page at a time. Every page includes the shelf. */
export const shelfQuery = (shelf: ShelfId) =>
  infiniteQueryOptions({
    ...manifestInvalidated,
    queryKey: audioKeys.shelf(shelf),
    queryFn: async ({ pageParam, signal }) => {
      const params = { path: { shelf }, query: pageQuery(pageParam) };
      const page = await unwrap(api.GET("/api/shelves/{shelf}", { params, signal }));
      deleteOldTranscripts(page.audio.items);
      return page;
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.audio.nextCursor ?? undefined,
  });

/** A recording, with the version of its waveform if that is known. */
export interface WaveformOwner {
  id: string;
  waveformVersion?: string | null;
}

/** One recording of any shelf. */
export const recordingQuery = (id: string) =>
  queryOptions({
    ...manifestInvalidated,
    queryKey: audioKeys.recording(id),
    queryFn: async ({ signal }) => {
      const audio = await unwrap(api.GET("/api/audio/{id}", { params: { path: { id } }, signal }));
      deleteOldTranscripts([audio]);
      return audio;
    },
  });

/** Returns the data that plays a recording. Offline, returns it from the cached response or the offline copy. */
export function fetchTrack(queries: QueryClient, id: string): Promise<OfflineTrack> {
  return withOfflineFallback<OfflineTrack>(
    () => fetchOrCached(queries, recordingQuery(id)),
    async (lookup, uid) => {
      const value = await lookup.offlineTrack(uid, id);
      return value && { value, isAll: true };
    },
    (online) => online,
  );
}

/**
 * Waveform of a recording, about 1,000 values from 0 to 255, its silences and its chapters. It never becomes stale while
 * the recording has the same `waveformVersion`.
 */
export const waveformQuery = ({ id, waveformVersion: version }: WaveformOwner) =>
  queryOptions({
    queryKey: audioKeys.waveform(id),
    queryFn: ({ client, signal }) => {
      // If the cache has another version, either may be the older one. Without a version, the server decides.
      const cached = client.getQueryData<Waveform>(audioKeys.waveform(id));
      const isCurrent = version && (!cached || cached.version === version);
      const params = { path: { id }, query: isCurrent ? { version } : {} };
      return unwrap(api.GET("/api/audio/{id}/waveform", { params, signal }));
    },
    staleTime: ({ state }: { state: { data: Waveform | undefined } }): number =>
      version && state.data?.version === version ? Number.POSITIVE_INFINITY : staleTimes.minutes(1),
  });

type ShelfPages = InfiniteData<ShelfPage, unknown>;

/** Returns the pages without one audio note and with corrected counts. */
export function removeAudioFromPages(pages: ShelfPages, id: string): ShelfPages {
  const gone = pages.pages.flatMap((page) => page.audio.items).find((audio) => audio.id === id);
  if (!gone) return pages;
  return {
    ...pages,
    pages: pages.pages.map(({ shelf, audio }) => ({
      shelf: {
        ...shelf,
        episodes: Math.max(0, shelf.episodes - 1),
        totalSecs: Math.max(0, shelf.totalSecs - (gone.durationSecs ?? 0)),
      },
      audio: { ...audio, items: audio.items.filter((each) => each.id !== id) },
    })),
  };
}

function refreshShelf(queries: QueryClient, shelf: ShelfId): Promise<void> {
  return invalidateInAllTabs(queries, audioKeys.shelf(shelf));
}

/** Moves an audio note to the trash, where it can be restored for 30 days. Removes its row optimistically. */
export function useDeleteAudio(shelf: ShelfId) {
  const queries = useQueryClient();
  const { queryKey } = shelfQuery(shelf);
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE("/api/audio/{id}", { params: { path: { id } } })),
    onMutate: async (id) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (pages) => pages && removeAudioFromPages(pages, id));
      return before;
    },
    onError: (_error, _id, before) => {
      if (before) queries.setQueryData(queryKey, before);
    },
    onSettled: () => refreshShelf(queries, shelf),
  });
}

export function useRestoreAudio(shelf: ShelfId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.POST("/api/audio/{id}/restore", { params: { path: { id } } })),
    onSettled: () => refreshShelf(queries, shelf),
  });
}
