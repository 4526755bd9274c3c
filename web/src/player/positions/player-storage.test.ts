// @vitest-environment jsdom
import { expect, test } from "vitest";
import { readQueue, writeQueue } from "./player-storage";

/** Maximum number of stored tracks. */
const KEPT = 500;

test("stores the part of a long list around the current track, which stays current", () => {
  const tracks = Array.from({ length: 2 * KEPT }, (_, place) => ({ id: `t${place}` }));
  for (const index of [0, 3, KEPT, 2 * KEPT - 1]) {
    writeQueue("u1", { tracks, index } as unknown as Parameters<typeof writeQueue>[1]);
    const kept = readQueue("u1");
    expect(kept?.tracks).toHaveLength(KEPT);
    expect(kept?.tracks[kept.index]?.id).toBe(`t${index}`);
  }
});
