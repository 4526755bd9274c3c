import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { createChannel } from "@/lib/browser/broadcast";

/**
 * Tells the other tabs of this browser which queries a write made stale, so that they show the change without waiting
 * for their next refetch.
 */
const writes = createChannel<{ stale: QueryKey[] }>("note-ninja writes");

/** Invalidates everything under `keys` in all tabs. */
export async function invalidateInAllTabs(queries: QueryClient, ...keys: QueryKey[]): Promise<void> {
  writes.send({ stale: keys });
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** Invalidates everything under `keys` in the other tabs. The caller handles this one. */
export function invalidateInOtherTabs(...keys: QueryKey[]): void {
  writes.send({ stale: keys });
}

/** Listens for writes of other tabs. Returns a function that stops it. */
export function listenForInvalidations(queries: QueryClient): () => void {
  return writes.listen(({ stale }) => {
    for (const queryKey of stale) void queries.invalidateQueries({ queryKey });
  });
}
