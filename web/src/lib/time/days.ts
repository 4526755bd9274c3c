const DAY_MS = 86_400_000;

/** A day, by its number counted from 1970, as a date of which only the part in UTC is meant. */
export const dateOf = (day: number) => new Date(day * DAY_MS);

/** The number of a date such as `2026-12-09`, counted from 1970. */
export const dayOfDate = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** `2026-12-09`, for the number of a day. */
export const dateOfDay = (day: number): string => dateOf(day).toISOString().slice(0, 10);

const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

/** `2 Nov 2026`, for the number of a day. */
export const dayText = (day: number) => format.format(dateOf(day));

/** `Mon 2 Nov`, for the number of a day. */
export const weekdayText = (day: number) => weekday.format(dateOf(day)).replace(",", "");

/** `under a minute`, `12 min`, `2 h 5 min`. */
export function durationText(durationMs: number): string {
  const minutes = Math.round(durationMs / 60_000);
  if (minutes < 1) return "under a minute";
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}
