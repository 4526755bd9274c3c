import type { QueryClient } from "@tanstack/react-query";
import type { Bookmark } from "@/api/models";
import { fetchTrack, recordingQuery } from "@/data/audio/audio";
import { paths } from "@/lib/urls/paths";
import { type PlayableTrack, player } from "@/player/player";

/** Plays a recording from a position in seconds. */
export function playFrom(audio: PlayableTrack, secs: number): void {
  player.playTrack(audio, { kind: "queue", id: "queue", title: audio.title, href: paths.recording(audio.id) });
  player.seek(secs);
}

/**
 * Plays a recording from a position in seconds. Requests it only if it is not in the cache. Does nothing if `isWanted`
 * returns false when the recording arrives.
 */
export async function playWhenLoaded(queries: QueryClient, id: string, secs: number, isWanted: () => boolean) {
  const known = queries.getQueryData(recordingQuery(id).queryKey);
  if (known) return playFrom(known, secs);
  // Safari starts playback after a request only if the press permitted it.
  player.unlock();
  player.prefetch([id]);
  const track = await fetchTrack(queries, id);
  if (isWanted()) playFrom(track, secs);
}

/** Position of a bookmark in seconds. */
export const secsOf = ({ positionMs }: Bookmark): number => positionMs / 1000;
