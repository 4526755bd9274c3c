import type { CardRow, CardTable } from "@/core/cards";

export const rowsOf = (table: CardTable): CardRow[] => table.batches.flat();

/** Returns '1 card', '2 cards'. */
export function countWithNoun(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
