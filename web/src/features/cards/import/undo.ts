import { ApiProblem } from "@/api/problem";
import { CARD_REMOVAL_MAX } from "@/core/limits";
import type { RemoveCardsFn } from "@/data/cards/card-imports";

export type ReportProgress = (removed: number, of: number) => void;

/** Cards to delete from one chapter or course. */
export interface CardRemoval {
  ids: readonly string[];
  remove: RemoveCardsFn;
}

/** Waits for a deletion. Ignores a 404: the chapter or course is already deleted. */
export async function ignoreMissing(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === "not_found")) throw error;
  }
}

/** Deletes cards in sequential batches of the maximum size. */
export async function removeCards(removals: readonly CardRemoval[], report: ReportProgress): Promise<void> {
  const all = removals.reduce((sum, { ids }) => sum + ids.length, 0);
  let removed = 0;
  for (const { ids, remove } of removals) {
    for (let from = 0; from < ids.length; from += CARD_REMOVAL_MAX) {
      report(removed, all);
      const batch = ids.slice(from, from + CARD_REMOVAL_MAX);
      await ignoreMissing(remove(batch));
      removed += batch.length;
    }
  }
}
