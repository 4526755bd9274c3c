/** Progress bar. `value` from 0 to 1; without it the progress is indeterminate. */
export function ProgressBar({ value, label }: { value?: number | undefined; label: string }) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      className="track"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ width: `${percent ?? 100}%` }} className={percent === undefined ? "unknown" : ""} />
    </div>
  );
}
