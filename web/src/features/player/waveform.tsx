import { useMemo } from "react";

/** Height of the picture in its own units. */
const HEIGHT = 100;
/** Silence is a dot, not a gap. */
const LEAST = 8;

/** The loudest of each stretch, as one upright line; the middle of the picture is silence. */
export function waveformPath(peaks: readonly number[], bars: number): string {
  const count = Math.min(bars, peaks.length);
  let path = "";
  for (let bar = 0; bar < count; bar += 1) {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    let loudest = 0;
    for (let at = from; at < to; at += 1) loudest = Math.max(loudest, peaks[at] ?? 0);
    const height = Math.max(LEAST, (loudest / 255) * (HEIGHT - 10));
    path += `M${bar + 0.5} ${((HEIGHT - height) / 2).toFixed(1)}v${height.toFixed(1)}`;
  }
  return path;
}

/** Loudness over time in the place of the seek bar's line. What was played is cut out of the same picture. */
export function Waveform({ peaks, bars }: { peaks: readonly number[]; bars: number }) {
  const path = useMemo(() => waveformPath(peaks, bars), [peaks, bars]);
  const box = `0 0 ${Math.min(bars, peaks.length)} ${HEIGHT}`;
  return (
    <span className="waveform" aria-hidden="true">
      {["all", "played"].map((part) => (
        <svg key={part} className={part} viewBox={box} preserveAspectRatio="none" aria-hidden="true">
          <path d={path} vectorEffect="non-scaling-stroke" />
        </svg>
      ))}
    </span>
  );
}
