import { api, keepalive, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { POSITIONS_BATCH_MAX } from "@/core/limits";
import { lastWriteWins } from "./coalesce";
import type { ChangeKind } from "./kind";

type Schemas = components["schemas"];
type Position = Schemas["AudioPosition"] | Schemas["NotePosition"];

/** The place in a recording or a note where the student stopped. */
export interface PositionChange {
  kind: "position";
  position: Position;
}

const placeOf = (position: Position) =>
  "noteId" in position ? `note ${position.noteId}` : `audio ${position.audioId}`;

/** The response contains the newest position, which another device may have sent. */
export const position: ChangeKind<PositionChange, Position[]> = {
  id: (change) => placeOf(change.position),
  serialQueueKey: (change) => ("noteId" in change.position ? "places in notes" : "places in recordings"),
  merge: lastWriteWins,
  send: (change, { signal }) => sendPositions([change.position], signal),
  batch: {
    max: POSITIONS_BATCH_MAX,
    async send(changes, signal) {
      const positions = changes.map((change) => change.position);
      const counting = await sendPositions(positions, signal);
      return positions.map((sent) => counting.filter((each) => placeOf(each) === placeOf(sent)));
    },
  },
  isRetried: () => true,
  isDroppedWhenRejected: true,
  describe: (change) => `save your position in ${"noteId" in change.position ? "a note" : "an audio note"}`,
  countNouns: ["saved position", "saved positions"],
};

/** Sends positions of one serial queue in one request. Returns the newest positions, in any order. */
export async function sendPositions(positions: readonly Position[], signal?: AbortSignal): Promise<Position[]> {
  const how = { ...keepalive, ...(signal && { signal }) };
  const notes = positions.filter((each) => "noteId" in each);
  if (notes.length > 0) return (await unwrap(api.PUT("/api/me/reading", { body: { items: notes }, ...how }))).items;
  const items = positions.filter((each) => "audioId" in each);
  return (await unwrap(api.PUT("/api/me/positions", { body: { items }, ...how }))).items;
}
