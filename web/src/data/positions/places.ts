import { queryOptions } from "@tanstack/react-query";
import { api, payload } from "@/api/client";
import { HEARD_KEY, READ_KEY } from "@/lib/browser/storage";
import { positionsKept } from "@/offline/positions/kept-positions";
import { type AudioPosition, allPositions, type NotePosition } from "./positions";

/** Where the person stopped in every note, on any device. */
export const placesInNotesQuery = queryOptions({
  queryKey: ["me", "places", "notes"] as const,
  queryFn: async ({ signal }) => {
    const places: NotePosition[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? {} : { cursor };
      const page = await payload(api.GET("/api/me/reading/positions", { params: { query }, signal }));
      places.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return places;
  },
  // Whoever looks again has read in the meantime.
  staleTime: 0,
});

/** Where the person stopped in every recording, on any device. */
export const placesInRecordingsQuery = queryOptions({
  queryKey: ["me", "places", "recordings"] as const,
  queryFn: () => allPositions(),
  staleTime: 0,
});

/** How far the person is in things of one kind, by their ids: the newest of what the server and this device know. */
function newest<P extends { counter: number }>(
  told: readonly (readonly [id: string, position: P])[],
  kept: Readonly<Record<string, P>>,
): ReadonlyMap<string, P> {
  const places = new Map(told);
  for (const [id, position] of Object.entries(kept)) {
    const other = places.get(id);
    if (!other || other.counter < position.counter) places.set(id, position);
  }
  return places;
}

/** How far `uid` is in notes; nothing of it has to be sent yet. */
export const inNotes = (uid: string, told: readonly NotePosition[]) =>
  newest(
    told.map(({ noteId, position }) => [noteId, position] as const),
    positionsKept<NotePosition["position"]>(uid, READ_KEY),
  );

/** How far `uid` is in recordings. */
export const inRecordings = (uid: string, told: readonly AudioPosition[]) =>
  newest(
    told.map(({ audioId, position }) => [audioId, position] as const),
    positionsKept<AudioPosition["position"]>(uid, HEARD_KEY),
  );
