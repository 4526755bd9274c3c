const DAY_MS = 86_400_000;

/** A day, by its number counted from 1970, as a date of which only the part in UTC is meant. */
const dateOf = (day: number) => new Date(day * DAY_MS);

const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** `2 Nov 2026`, for the number of a day. */
export const dayText = (day: number) => format.format(dateOf(day));

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

/** `under a minute`, `12 min`, `2 h 5 min`. */
export function durationText(durationMs: number): string {
  const minutes = Math.round(durationMs / 60_000);
  if (minutes < 1) return "under a minute";
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}
