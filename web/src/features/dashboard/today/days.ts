import { utcDateOf } from "@/lib/time/days";

/** Returns the weekday of a day, from 0 for Monday. */
export const weekdayOf = (day: number) => (utcDateOf(day).getUTCDay() + 6) % 7;

/** Assigns days to counts. `last` is the day of the last count; `first` that of the first. */
export function dailyRows(counts: readonly number[], from: { last: number } | { first: number }) {
  const first = "first" in from ? from.first : from.last - counts.length + 1;
  return counts.map((count, index) => ({ day: first + index, count }));
}

/** Returns the intensity of a day: 0 for none, and four steps relative to the busiest day. */
export function intensityOf(count: number, most: number): 0 | 1 | 2 | 3 | 4 {
  if (count === 0) return 0;
  const step = Math.ceil((4 * count) / most);
  return step <= 1 ? 1 : step === 2 ? 2 : step === 3 ? 3 : 4;
}
