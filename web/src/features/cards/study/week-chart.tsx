import { utcDateOf } from "@/lib/time/days";
import { SectionHeading } from "@/ui/layout/section-head";

const HEIGHT = 48;
const LEAST = 3;

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" });

interface WeekProps {
  /** Reviews per day, ending with `last`. */
  counts: readonly number[];
  /** Last day, in days since 1970-01-01. */
  last: number;
}

/** Bar chart of the reviews on the last seven days. */
export function WeekChart({ counts, last }: WeekProps) {
  const days = counts.map((count, index) => ({ count, day: last - counts.length + 1 + index }));
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const heightOf = (count: number) => (count === 0 ? 0 : LEAST + ((HEIGHT - LEAST) * count) / most);
  return (
    <section aria-labelledby="week">
      <SectionHeading id="week" title="The last seven days" />
      <div className="card study-week tabular-nums">
        <ol aria-label="Answers by day">
          {days.map(({ day, count }) => (
            <li key={day} aria-current={day === last ? "date" : undefined}>
              <span>{weekday.format(utcDateOf(day))}</span>
              <svg viewBox={`0 0 10 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
                <rect y={HEIGHT - heightOf(count)} width="10" height={heightOf(count)} />
              </svg>
              <strong>{count}</strong>
            </li>
          ))}
        </ol>
        <p className="hint">
          {total === 0
            ? "No answers in the last seven days."
            : `${total === 1 ? "1 answer" : `${total} answers`} on ${counts.filter((count) => count > 0).length} of ${counts.length} days.`}
        </p>
      </div>
    </section>
  );
}
