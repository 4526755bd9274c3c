import type { CardRow } from "@/core/cards";
import { newUlid } from "@/lib/ulid";
import { api, payload } from "./client";

/** Cards that are to be sent together, each with the id it is going to have: sent again, they are the same. */
export type CardBatch = readonly (CardRow & { id: string })[];

/** Gives each card its id. */
export function withIds(batches: readonly (readonly CardRow[])[]): CardBatch[] {
  return batches.map((batch) => batch.map((row) => ({ ...row, id: newUlid() })));
}

/**
 * Puts cards into a chapter, batch by batch from the one at `from`, and says after each how many batches are done.
 * Sending one twice changes nothing.
 */
export async function importCards(
  code: string,
  chapterId: string,
  batches: readonly CardBatch[],
  from: number,
  onBatch: (done: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const params = { path: { code, chapterId } };
  for (const [index, batch] of batches.entries()) {
    if (index < from) continue;
    const cards = batch.map(({ id, title, content }) => ({ id, title, content }));
    await payload(
      api.POST("/api/courses/{code}/chapters/{chapterId}/cards/import", { params, body: { cards }, signal }),
    );
    onBatch(index + 1);
  }
}
