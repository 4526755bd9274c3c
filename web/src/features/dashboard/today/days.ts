import { dateOf } from "@/lib/time/days";

/** The row of a day in a week that begins on Monday, from 0. */
export const weekdayOf = (day: number) => (dateOf(day).getUTCDay() + 6) % 7;

/** The days with their counts; the last count is of `last`, or the first of `first`. */
export function dayRows(counts: readonly number[], from: { last: number } | { first: number }) {
  const first = "first" in from ? from.first : from.last - counts.length + 1;
  return counts.map((count, index) => ({ day: first + index, count }));
}

/** How dark a day is drawn: 0 for nothing, then four steps up to the busiest day. */
export function levelOf(count: number, most: number): 0 | 1 | 2 | 3 | 4 {
  if (count === 0) return 0;
  const step = Math.ceil((4 * count) / most);
  return step <= 1 ? 1 : step === 2 ? 2 : step === 3 ? 3 : 4;
}
