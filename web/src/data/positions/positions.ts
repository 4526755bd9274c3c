import { api, payload } from "@/api/client";
import { allItems } from "@/api/pages";
import type { components } from "@/api/schema";
import { add } from "@/offline/outbox/queue";
import { takeStart } from "../me/start";

type Schemas = components["schemas"];

/** The resume position in one audio note. */
export type AudioPosition = Schemas["AudioPosition"];
/** The resume position in one note. */
export type NotePosition = Schemas["NotePosition"];

/**
 * Passes the resume positions in all recordings, from all devices, to `keep`, unless this device already has them all.
 */
export async function readPositions(uid: string, keep: (positions: readonly AudioPosition[]) => void): Promise<void> {
  const began = await takeStart(uid, "positions", async (taken) => {
    if (taken !== "same") keep(await allPositions(taken));
    return true;
  });
  if (!began) keep(await allPositions());
}

/** Returns the resume position in one audio note, from any device, or `undefined` if there is none. */
export async function readPosition(audioId: string): Promise<AudioPosition | undefined> {
  const { position } = await payload(api.GET("/api/me/positions/{audioId}", { params: { path: { audioId } } }));
  return position && { audioId, position };
}

/** Returns the resume positions in all audio notes. `first` is a page that was already fetched. */
export const allPositions = (first?: Schemas["Page_AudioPosition"]): Promise<AudioPosition[]> =>
  allItems((query) => payload(api.GET("/api/me/positions", { params: { query } })), first);

/**
 * Sends positions. Returns the winning position for each, as far as the server has responded; the outbox keeps the
 * others. With `keepalive`, sends them at once in a request that outlives the page.
 */
export async function sendPositions(items: readonly AudioPosition[], keepalive = false): Promise<AudioPosition[]> {
  if (keepalive) {
    const body = { items: [...items] };
    return (await payload(api.PUT("/api/me/positions", { body, keepalive }))).items;
  }
  return (await handOver(items)).filter((item) => "audioId" in item);
}

/** Sends positions in notes, as `sendPositions` does for recordings. */
export async function sendReading(items: readonly NotePosition[], keepalive = false): Promise<NotePosition[]> {
  if (keepalive) {
    const body = { items: [...items] };
    return (await payload(api.PUT("/api/me/reading", { body, keepalive }))).items;
  }
  return (await handOver(items)).filter((item) => "noteId" in item);
}

async function handOver(items: readonly (AudioPosition | NotePosition)[]): Promise<(AudioPosition | NotePosition)[]> {
  const outcomes = await Promise.all(items.map((position) => add({ kind: "position", position })));
  return outcomes.flatMap((outcome) => (outcome.is === "sent" ? outcome.answer : []));
}
