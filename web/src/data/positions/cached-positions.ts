import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { readAllItems } from "@/api/pages";
import { AUDIO_POSITIONS_KEY, NOTE_POSITIONS_KEY } from "@/lib/browser/storage";
import { readStoredPositions } from "@/offline/positions/position-sync";
import { type AudioPosition, type NotePosition, readAllAudioPositions } from "./resume-positions";

/** Resume positions of the user in all notes, from all devices. */
export const notePositionsQuery = queryOptions({
  queryKey: ["me", "places", "notes"] as const,
  queryFn: ({ signal }) =>
    readAllItems((query) => unwrap(api.GET("/api/me/reading/positions", { params: { query }, signal }))),
  // The student may have read further since the last request.
  staleTime: 0,
});

/** Resume positions of the user in all recordings, from all devices. */
export const audioPositionsQuery = queryOptions({
  queryKey: ["me", "places", "recordings"] as const,
  queryFn: () => readAllAudioPositions(),
  staleTime: 0,
});

/** Merges the server's and the locally stored positions of one kind by item id. The newer position wins. */
function newest<P extends { counter: number }>(
  received: readonly (readonly [id: string, position: P])[],
  stored: Readonly<Record<string, P>>,
): ReadonlyMap<string, P> {
  const places = new Map(received);
  for (const [id, position] of Object.entries(stored)) {
    const other = places.get(id);
    if (!other || other.counter < position.counter) places.set(id, position);
  }
  return places;
}

/** Returns the positions of `uid` in notes, including unsent ones. */
export const mergeNotePositions = (uid: string, received: readonly NotePosition[]) =>
  newest(
    received.map(({ noteId, position }) => [noteId, position] as const),
    readStoredPositions<NotePosition["position"]>(uid, NOTE_POSITIONS_KEY),
  );

/** Returns the positions of `uid` in recordings, including unsent ones. */
export const mergeAudioPositions = (uid: string, received: readonly AudioPosition[]) =>
  newest(
    received.map(({ audioId, position }) => [audioId, position] as const),
    readStoredPositions<AudioPosition["position"]>(uid, AUDIO_POSITIONS_KEY),
  );
