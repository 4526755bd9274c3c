import { api, unwrap } from "@/api/client";
import { readAllItems } from "@/api/pages";
import type { components } from "@/api/schema";
import { sendPositions as sendAtOnce } from "@/offline/outbox/kinds/position";
import { enqueueChange } from "@/offline/outbox/queue";
import { takeBootstrapPart } from "../me/bootstrap";

type Schemas = components["schemas"];

/** The resume position in one audio note. */
export type AudioPosition = Schemas["AudioPosition"];
/** The resume position in one note. */
export type NotePosition = Schemas["NotePosition"];

/**
 * Passes the resume positions in all recordings, from all devices, to `merge`. Does not call it if the bootstrap
 * response says that this device already has them all.
 */
export async function readAudioPositions(
  uid: string,
  merge: (positions: readonly AudioPosition[]) => void,
): Promise<void> {
  const isTaken = await takeBootstrapPart(uid, "positions", async (taken) => {
    if (taken !== "same") merge(await readAllAudioPositions(taken));
    return true;
  });
  if (!isTaken) merge(await readAllAudioPositions());
}

/** Returns the resume position in one audio note, from any device, or `undefined` if the student never played it. */
export async function readAudioPosition(audioId: string): Promise<AudioPosition | undefined> {
  const { position } = await unwrap(api.GET("/api/me/positions/{audioId}", { params: { path: { audioId } } }));
  return position && { audioId, position };
}

/** Returns the resume positions in all audio notes. `first` is a page that was already fetched. */
export const readAllAudioPositions = (first?: Schemas["Page_AudioPosition"]): Promise<AudioPosition[]> =>
  readAllItems((query) => unwrap(api.GET("/api/me/positions", { params: { query } })), first);

/** Time limit for the request of a page that is hidden or ends, in milliseconds. The outbox sends the positions later. */
const LAST_REQUEST_TIMEOUT_MS = 15_000;

/**
 * Passes positions to the outbox, which sends them in batches. Returns, for each position that the server has received,
 * the newest one that it knows. With `isLast`, sends them at once in a request that outlives the page.
 */
async function deliverPositions<P extends AudioPosition | NotePosition>(
  items: readonly P[],
  isLast: boolean,
): Promise<P[]> {
  // The server returns positions of the kind that was sent.
  if (isLast) return (await sendAtOnce(items, AbortSignal.timeout(LAST_REQUEST_TIMEOUT_MS))) as P[];
  const outcomes = await Promise.all(items.map((position) => enqueueChange({ kind: "position", position })));
  return outcomes.flatMap((outcome) => (outcome.status === "sent" ? outcome.result : [])) as P[];
}

export const sendAudioPositions = (items: readonly AudioPosition[], isLast = false) => deliverPositions(items, isLast);

export const sendNotePositions = (items: readonly NotePosition[], isLast = false) => deliverPositions(items, isLast);
