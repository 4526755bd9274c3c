import type { Position } from "@/core/player";
import { payload } from "./client";
import { untyped } from "./untyped";

/** Where the person is in one audio note. */
export interface AudioPosition {
  audioId: string;
  position: Position;
}

/** Most positions of one message. */
export const POSITIONS_MAX_ITEMS = 50;

/** Where the person stopped, in every audio note that was ever heard on any device. All pages. */
export async function readPositions(): Promise<AudioPosition[]> {
  const positions: AudioPosition[] = [];
  let cursor: string | undefined;
  do {
    const query: Record<string, string> = cursor === undefined ? {} : { cursor };
    const answer = await payload(untyped.GET("/api/me/positions", { params: { query } }));
    const page = answer as { items: AudioPosition[]; nextCursor?: string | null };
    positions.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return positions;
}

/**
 * Tells the server, at most `POSITIONS_MAX_ITEMS` at a time; answers with what counts now for each of them. With
 * `keepalive` the request outlives the page.
 */
export async function sendPositions(items: readonly AudioPosition[], keepalive = false): Promise<AudioPosition[]> {
  const answer = await payload(untyped.PUT("/api/me/positions", { body: { items }, keepalive }));
  return (answer as { items: AudioPosition[] }).items;
}
