import { api, payload } from "./client";
import type { components } from "./schema";

/** Where the person is in one audio note. */
export type AudioPosition = components["schemas"]["AudioPosition"];

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
 * Sends positions, at most `POSITIONS_BATCH_MAX` at a time; returns the position that counts now for each. With
 * `keepalive` the request outlives the page.
 */
export async function sendPositions(items: readonly AudioPosition[], keepalive = false): Promise<AudioPosition[]> {
  const { items: counting } = await payload(api.PUT("/api/me/positions", { body: { items: [...items] }, keepalive }));
  return counting;
}
