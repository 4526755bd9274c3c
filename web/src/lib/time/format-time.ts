const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const clock = new Intl.DateTimeFormat("en", time);
const dated = new Intl.DateTimeFormat("en", { ...time, day: "numeric", month: "long" });

/** Formats a time as "14:05", or "November 3 at 14:05" on another day. Both parameters are Unix milliseconds. */
export function formatTimeOrDate(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return (isToday ? clock : dated).format(at);
}
