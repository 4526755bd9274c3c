import { ApiProblem } from "@/api/problem";

/** Hears how many of how many cards are removed. */
export type Report = (removed: number, of: number) => void;

/** How many cards are removed between two reports. */
const REPORT_EVERY = 25;

/** Removes one item after the other: each changes the same record of its chapter or course. What is gone already is passed over. */
export async function removeEach<T>(
  items: readonly T[],
  remove: (item: T) => Promise<unknown>,
  report: Report,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % REPORT_EVERY === 0) report(index, items.length);
    try {
      await remove(item);
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === "not_found")) throw error;
    }
  }
}
