import { formatEpochDay } from "@/lib/time/days";
import { DayTable } from "./day-table";
import { dailyRows } from "./days";

const BAR = 8;
const GAP = 2;
const HEIGHT = 60;
const LEAST = 2;

interface DueForecastProps {
  /** Due cards per day, starting with `first`. */
  counts: readonly number[];
  /** First day, in days since 1970-01-01. */
  first: number;
}

/** Bar chart of the cards due on each of the next days. */
export function DueForecast({ counts, first }: DueForecastProps) {
  const rows = dailyRows(counts, { first });
  const most = Math.max(...counts, 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const busiest = rows.find(({ count }) => count === most);
  const heightOf = (count: number) => (count === 0 ? 0 : LEAST + ((HEIGHT - LEAST) * count) / most);
  return (
    <div className="card">
      <h3>The next {counts.length} days</h3>
      <svg
        className="today-forecast"
        viewBox={`0 0 ${counts.length * (BAR + GAP) - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {rows.map(({ day, count }, index) => (
          <rect key={day} x={index * (BAR + GAP)} y={HEIGHT - heightOf(count)} width={BAR} height={heightOf(count)} />
        ))}
      </svg>
      <p className="hint tabular-nums">
        {total === 0 || !busiest
          ? "None of the cards you've learned are due in this period."
          : `${total === 1 ? "1 card is" : `${total} cards are`} due; the busiest day is ${formatEpochDay(busiest.day)}, with ${most}.`}
      </p>
      <DayTable title="Cards by day" unit="Cards" rows={rows.filter(({ count }) => count > 0)} />
    </div>
  );
}
