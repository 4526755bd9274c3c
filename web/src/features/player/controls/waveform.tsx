import { useMemo } from "react";

/** Height of the picture in its own units. */
const HEIGHT = 100;
/** Silence is a dot, not a gap. */
const LEAST = 8;

/** How loud each stretch is, as one upright line; the middle of the picture is silence. */
export function waveformPath(peaks: readonly number[], bars: number): string {
  const count = Math.min(bars, peaks.length);
  const loudness = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    // The mean: in speech every stretch has some loud moment, and the loudest ones would make a wall.
    return peaks.slice(from, to).reduce((sum, peak) => sum + peak, 0) / (to - from);
  });
  const loudest = Math.max(1, ...loudness);
  return loudness
    .map((loud, bar) => {
      const height = Math.max(LEAST, (loud / loudest) * (HEIGHT - 10));
      return `M${bar + 0.5} ${((HEIGHT - height) / 2).toFixed(1)}v${height.toFixed(1)}`;
    })
    .join("");
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
