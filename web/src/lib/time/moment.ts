const time: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const clock = new Intl.DateTimeFormat("en", time);
const dated = new Intl.DateTimeFormat("en", { ...time, day: "numeric", month: "long" });

/** '14:05', and for another day 'November 3 at 14:05'. Both in milliseconds since 1970. */
export function momentText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return (isToday ? clock : dated).format(at);
}
