import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { AudioNote, Waveform } from "@/api/models";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { audioKeys, recordingQuery, waveformQuery } from "../audio/audio";
import { invalidateInAllTabs } from "../query/cross-tab-invalidation";

/** Start and end in milliseconds, both 0 in text without times, and the text. */
export type TranscriptLine = readonly [startMs: number, endMs: number, text: string];

/** The text of a recording, as the server stores it. */
export interface Transcript {
  /** Whether the lines have times. */
  timed: boolean;
  lines: readonly TranscriptLine[];
}

/** Transcript of a recording. A changed transcript has another id, so the response never becomes stale. */
export const transcriptQuery = ({ id, transcriptId = "" }: Pick<AudioNote, "id" | "transcriptId">) =>
  queryOptions({
    queryKey: [...audioKeys.transcripts, id, transcriptId] as const,
    queryFn: async ({ signal }): Promise<Transcript> => {
      const { url } = await unwrap(api.GET("/api/audio/{id}/transcript", { params: { path: { id } }, signal }));
      const response = await fetch(url, { signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        console.warn("A transcript could not be fetched.", error);
        throw unreachableProblem();
      });
      if (response.ok) return await response.json();
      // The transcript was replaced after its URL was signed.
      const detail = "The transcript could not be loaded. Reload the page.";
      throw new ApiProblem({ code: "not_found", status: response.status, detail });
    },
    enabled: transcriptId !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Shows the changed recording, and refetches the lists that contain it. */
function onChanged(queries: QueryClient, audio: AudioNote): Promise<void> {
  queries.setQueryData(recordingQuery(audio.id).queryKey, audio);
  return invalidateInAllTabs(queries, audioKeys.shelves);
}

/** Sends the file unchanged, because the server checks its encoding. */
const asBytes = (file: Blob) => ({
  body: file as never,
  bodySerializer: (body: unknown) => body as BodyInit,
  headers: { "Content-Type": "application/octet-stream" },
});

/** Sends a WebVTT, SRT or text file as the transcript of a recording. For administrators. */
export function usePutTranscript() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, file }: { id: string; file: Blob }) =>
      unwrap(
        api.PUT("/api/audio/{id}/transcript", {
          params: { path: { id } },
          ...asBytes(file),
        }),
      ),
    onSuccess: (audio) => onChanged(queries, audio),
  });
}

/** Removes the transcript of a recording. For administrators. */
export function useRemoveTranscript() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE("/api/audio/{id}/transcript", { params: { path: { id } } })),
    onSuccess: (audio) => onChanged(queries, audio),
  });
}

/** Shows the changed chapters, and refetches the lists that contain the recording with the version of its waveform. */
function showChapters(queries: QueryClient, id: string, waveform: Waveform): Promise<void> {
  queries.setQueryData(waveformQuery({ id }).queryKey, waveform);
  const recordingKey = recordingQuery(id).queryKey;
  queries.setQueryData(recordingKey, (audio) => audio && { ...audio, waveformVersion: waveform.version });
  return invalidateInAllTabs(queries, audioKeys.shelves);
}

/** Sends a WebVTT or SRT file as the chapters of a recording. For administrators. */
export function usePutChapters(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (file: Blob) =>
      unwrap(api.PUT("/api/audio/{id}/chapters", { params: { path: { id } }, ...asBytes(file) })),
    onSuccess: (waveform) => showChapters(queries, id, waveform),
  });
}

/** Removes the chapters of a recording. For administrators. */
export function useRemoveChapters(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/audio/{id}/chapters", { params: { path: { id } } })),
    onSuccess: (waveform) => showChapters(queries, id, waveform),
  });
}
