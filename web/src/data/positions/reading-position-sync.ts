import type { PlayerModule, ReadingPosition } from "@/core/player";
import { NOTE_POSITIONS_KEY } from "@/lib/browser/storage";
import { countUnsentPositions, PositionSync } from "@/offline/positions/position-sync";
import { sendNotePositions } from "./resume-positions";

type Rules = Pick<PlayerModule, "mergeReadings">;

/** Resume positions of one user in all notes. */
export const createReadingPositionSync = (uid: string, { mergeReadings }: Rules) =>
  new PositionSync<ReadingPosition>(uid, {
    key: NOTE_POSITIONS_KEY,
    merge: mergeReadings,
    send: async (items, keepalive) => {
      const positions = items.map(({ id, position }) => ({ noteId: id, position }));
      return (await sendNotePositions(positions, keepalive)).map(({ noteId, position }) => ({ id: noteId, position }));
    },
  });

let sending: { uid: string; done: Promise<void> } | undefined;

/**
 * Sends the positions in notes that were closed while the server was unreachable. Resolves once the server has them.
 */
export function flushReadingPositions(uid: string, loadRules: () => Promise<Rules>): Promise<void> {
  if (sending?.uid === uid) return sending.done;
  if (countUnsentPositions(uid, NOTE_POSITIONS_KEY) === 0) return Promise.resolve();
  const send = async () => {
    const places = createReadingPositionSync(uid, await loadRules());
    await places.send();
    places.end();
  };
  const done = send().finally(() => {
    sending = undefined;
  });
  sending = { uid, done };
  return done;
}
