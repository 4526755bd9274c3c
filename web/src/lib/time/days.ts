const DAY_MS = 86_400_000;

/** Returns midnight UTC of a day number (days since 1970-01-01). */
export const utcDateOf = (day: number) => new Date(day * DAY_MS);

/** Returns the day number of a date such as `2026-12-09`. */
export const epochDayOf = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** Formats a day number as `2026-12-09`. */
export const isoDateOf = (day: number): string => utcDateOf(day).toISOString().slice(0, 10);

const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a day number as `2 Nov 2026`. */
export const formatEpochDay = (day: number) => format.format(utcDateOf(day));

/** Formats a day number as `Mon 2 Nov`. */
export const weekdayText = (day: number) => weekday.format(utcDateOf(day)).replace(",", "");

/** Formats a duration as `under a minute`, `12 min` or `2 h 5 min`. */
export function durationText(durationMs: number): string {
  const minutes = Math.round(durationMs / 60_000);
  if (minutes < 1) return "under a minute";
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}
