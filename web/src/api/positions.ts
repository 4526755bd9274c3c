import { api, payload } from "./client";
import { add } from "./outbox/queue";
import type { components } from "./schema";

type Schemas = components["schemas"];

/** Where the person is in one audio note. */
export type AudioPosition = Schemas["AudioPosition"];
/** Where the person is in one note. */
export type NotePosition = Schemas["NotePosition"];

/** Where the person stopped, in every audio note that was ever heard on any device. All pages. */
export async function readPositions(): Promise<AudioPosition[]> {
  const positions: AudioPosition[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? {} : { cursor };
    const page = await payload(api.GET("/api/me/positions", { params: { query } }));
    positions.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return positions;
}

/**
 * Hands positions over to be sent; returns the position that counts now for each, as far as the server has answered. What
 * it has not is kept by the outbox. With `keepalive` they are sent at once, in a request that outlives the page.
 */
export async function sendPositions(items: readonly AudioPosition[], keepalive = false): Promise<AudioPosition[]> {
  if (keepalive) {
    const body = { items: [...items] };
    return (await payload(api.PUT("/api/me/positions", { body, keepalive }))).items;
  }
  return (await handOver(items)).filter((item) => "audioId" in item);
}

/** The same of notes. */
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
