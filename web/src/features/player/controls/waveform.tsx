import { useMemo } from "react";

const HEIGHT = 100;
/** Minimum height of a bar, so that silence is visible. */
const LEAST = 8;

/** Returns an SVG path with one vertical line per bar, centred on the middle of the picture. */
export function waveformPath(peaks: readonly number[], bars: number): string {
  const count = Math.min(bars, peaks.length);
  const loudness = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    // Use the mean: speech has a loud peak in each segment, so the maximum would look uniform.
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

/** Waveform in place of the slider's line. The played part is the same path, clipped. */
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
