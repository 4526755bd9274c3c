import { counted } from "@/lib/text/format";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const tenths = (number: number) => Math.round(number * 10) / 10;

/** Returns the interval until the next review, as on the rating buttons: `10 min`, `8 days`, `2.3 months`. */
export function intervalText(intervalMs: number): string {
  if (intervalMs < DAY_MS) return `${Math.max(1, Math.round(intervalMs / MINUTE_MS))} min`;
  const days = Math.round(intervalMs / DAY_MS);
  if (days < 30) return counted(days, "day", "days");
  if (days < 365) return counted(tenths(days / 30.4), "month", "months");
  return counted(tenths(days / 365.25), "year", "years");
}
