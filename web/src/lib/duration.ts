/** Whole seconds, rounded down as a clock does; nothing for what is not known, negative or endless. */
function wholeSecs(secs: number | null | undefined): number | undefined {
  return typeof secs === "number" && Number.isFinite(secs) && secs >= 0 ? Math.floor(secs) : undefined;
}

/**
 * A duration or position as '4:05', with minutes beyond 59 ('75:03'); '--:--' when it is not known. As the core's
 * `formatDuration` says it, for places that are drawn before the core was fetched.
 */
export function formatClock(secs: number | null | undefined): string {
  const whole = wholeSecs(secs);
  if (whole === undefined) return "--:--";
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A sum of durations as 'about 45 min', 'about 1 hr 5 min' or 'about 2 hrs 5 min'. As the core's `formatTotal` says it. */
export function formatTotal(secs: number): string {
  const minutes = Math.floor(((wholeSecs(secs) ?? 0) + 30) / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `about ${minutes} min`;
  return `about ${hours} ${hours === 1 ? "hr" : "hrs"} ${minutes % 60} min`;
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** A duration or position to be read out: '1 hour 2 minutes 5 seconds'. */
export function spokenDuration(secs: number): string {
  const whole = wholeSecs(secs) ?? 0;
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), "hour"],
    [Math.floor(whole / 60) % 60, "minute"],
    [whole % 60, "second"],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => counted(count, unit));
  return said.join(" ") || "0 seconds";
}
