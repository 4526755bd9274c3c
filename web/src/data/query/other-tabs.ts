import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { channel } from "@/lib/browser/broadcast";

/**
 * Tells the other tabs of this browser what a write made stale, so that a note added in one tab shows up in
 * all of them without waiting for the next refresh.
 */
const writes = channel<{ stale: QueryKey[] }>("note-ninja writes");

/** Marks everything under `keys` stale here and in every other tab. */
export async function refreshEverywhere(queries: QueryClient, ...keys: QueryKey[]): Promise<void> {
  writes.send({ stale: keys });
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** Marks everything under `keys` stale in every other tab, where the caller looks after this one. */
export function staleElsewhere(...keys: QueryKey[]): void {
  writes.send({ stale: keys });
}

/** Listens for writes of other tabs; returns how to stop. */
export function listenForWrites(queries: QueryClient): () => void {
  return writes.listen(({ stale }) => {
    for (const queryKey of stale) void queries.invalidateQueries({ queryKey });
  });
}
