import { api, payload } from "@/api/client";
import type { components } from "@/api/schema";
import { add } from "@/offline/outbox/queue";
import { takeStart } from "../me/start";

type Schemas = components["schemas"];

/** Where the person is in one audio note. */
export type AudioPosition = Schemas["AudioPosition"];
/** Where the person is in one note. */
export type NotePosition = Schemas["NotePosition"];

/**
 * Hands over to `keep` where the person stopped, in every audio note that was ever heard on any device, unless this device
 * has it all.
 */
export async function readPositions(uid: string, keep: (positions: readonly AudioPosition[]) => void): Promise<void> {
  const began = await takeStart(uid, "positions", async (taken) => {
    if (taken !== "same") keep(await allPositions(taken));
    return true;
  });
  if (!began) keep(await allPositions());
}

/** Where the person stopped in one audio note, on any device; nothing if they never heard it. */
export async function readPosition(audioId: string): Promise<AudioPosition | undefined> {
  const { position } = await payload(api.GET("/api/me/positions/{audioId}", { params: { path: { audioId } } }));
  return position && { audioId, position };
}

type Page = components["schemas"]["Page_AudioPosition"];

const positionsPage = (cursor: string | undefined) =>
  payload(api.GET("/api/me/positions", { params: { query: cursor === undefined ? {} : { cursor } } }));

/** Where the person stopped in every audio note; `first` is a page that is there already. */
export async function allPositions(first?: Page): Promise<AudioPosition[]> {
  let page = first ?? (await positionsPage(undefined));
  const positions = [...page.items];
  while (page.nextCursor) {
    page = await positionsPage(page.nextCursor);
    positions.push(...page.items);
  }
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
