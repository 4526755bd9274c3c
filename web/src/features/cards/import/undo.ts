import { ApiProblem } from "@/api/problem";
import { CARD_REMOVAL_MAX } from "@/core/limits";
import type { RemoveCards } from "@/data/cards/card-imports";

/** Hears how many of how many cards are removed. */
export type Report = (removed: number, of: number) => void;

/** Cards that are removed from one chapter or course. */
export interface Removal {
  ids: readonly string[];
  remove: RemoveCards;
}

/** Waits for a removal; what was in a chapter or course that is gone is removed already. */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === "not_found")) throw error;
  }
}

/** Removes cards in as few requests as there can be, one after the other. */
export async function removeCards(removals: readonly Removal[], report: Report): Promise<void> {
  const all = removals.reduce((sum, { ids }) => sum + ids.length, 0);
  let removed = 0;
  for (const { ids, remove } of removals) {
    for (let from = 0; from < ids.length; from += CARD_REMOVAL_MAX) {
      report(removed, all);
      const batch = ids.slice(from, from + CARD_REMOVAL_MAX);
      await unlessGone(remove(batch));
      removed += batch.length;
    }
  }
}
