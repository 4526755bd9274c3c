import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { problemText } from "@/api/problem";
import { useDurations } from "@/core/durations";
import type { FullTextHit } from "@/core/search/full-text";
import { paths } from "@/lib/urls/paths";
import { playWhenLoaded } from "@/parts/bookmarks/play-from";
import { player } from "@/player/player";
import { playerState } from "@/player/store";
import { toast } from "@/ui/feedback/toast";

/** A passage of a transcript that matches a query. */
export type RecordingHit = Pick<FullTextHit, "note" | "title" | "page">;

/** Returns the second in which the passage begins, or `undefined` if the transcript has no times. */
export function startSecsOf({ page }: RecordingHit): number | undefined {
  return page > 0 ? page - 1 : undefined;
}

/** Returns the URL of the recording, with the second of the passage. */
export function recordingHitHref(hit: RecordingHit): string {
  const secs = startSecsOf(hit);
  return secs === undefined ? paths.recording(hit.note) : paths.recordingAt(hit.note, secs);
}

/** Time and title of a matching recording. */
export function RecordingHitDetail({ hit }: { hit: RecordingHit }) {
  const { clock } = useDurations();
  const secs = startSecsOf(hit);
  return <>{secs === undefined ? hit.title : `${clock(secs)} · ${hit.title}`}</>;
}

/**
 * The hit that was pressed last. Stored outside React, because the page with the hits is left before the recording has
 * loaded.
 */
let pressed: RecordingHit | undefined;

function play(queries: QueryClient, hit: RecordingHit): void {
  pressed = hit;
  const secs = startSecsOf(hit);
  if (secs === undefined) return;
  if (playerState.get().currentAudio?.id === hit.note) {
    player.seek(secs);
    player.resume();
    return;
  }
  const before = playerState.get();
  /** Returns true if nothing else was started since the press. */
  const isWanted = () => {
    const { currentAudio, isPlaying } = playerState.get();
    const isSame = currentAudio?.id === before.currentAudio?.id && (!isPlaying || before.isPlaying);
    return pressed === hit && isSame;
  };
  playWhenLoaded(queries, hit.note, secs, isWanted).catch((failure: unknown) => {
    if (isWanted()) toast(`“${hit.title}” could not be played. ${problemText(failure)}`, { kind: "error" });
  });
}

/**
 * Returns a function that plays a recording from a passage. Must be called within the press, because Safari permits
 * playback only then.
 */
export function usePlayRecordingHit(): (hit: RecordingHit) => void {
  const queries = useQueryClient();
  return (hit) => play(queries, hit);
}
