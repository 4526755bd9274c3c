const UNITS = ["bytes", "KB", "MB", "GB"] as const;
const STEP = 1024;

/** Formats a size such as "12.4 MB": one decimal below 100, none for bytes. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const text = unit === 0 || value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
  return `${text} ${UNITS[unit]}`;
}

/** Formats a number with its noun: `counted(2, "card", "cards")` returns "2 cards". */
export const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`;

/** Formats a duration such as "about 4 s left" or "about 2 min left". */
export function formatTimeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return `about ${Math.max(1, Math.round(seconds))} s left`;
  if (seconds < 3600) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${Math.round(seconds / 3600)} h left`;
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

const momentFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/**
 * Formats an ISO 8601 instant as "2 Nov 2026, 14:05" in the local time zone. Returns an empty string for invalid input.
 */
export function formatDateTime(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? "" : momentFormat.format(date);
}

/** Formats an ISO 8601 instant as "2 Nov 2026" in the local time zone. Returns an empty string for invalid input. */
export function formatDay(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? "" : dayFormat.format(date);
}
