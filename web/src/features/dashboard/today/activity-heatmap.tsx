import { formatEpochDay } from "@/lib/time/days";
import { DayTable } from "./day-table";
import { dailyRows, intensityOf, weekdayOf } from "./days";

const CELL = 10;
const GAP = 2;
const ROWS = 7;

interface ActivityHeatmapProps {
  /** Reviews per day, ending with `last`. */
  counts: readonly number[];
  /** Last day, in days since 1970-01-01. */
  last: number;
}

/** Heatmap of a year's reviews, with one column per week. */
export function ActivityHeatmap({ counts, last }: ActivityHeatmapProps) {
  const rows = dailyRows(counts, { last });
  const first = rows[0]?.day ?? last;
  const most = Math.max(...counts, 0);
  const busiest = rows.find(({ count }) => count === most);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const studied = rows.filter(({ count }) => count > 0);
  const begin = first - weekdayOf(first);
  const weeks = Math.floor((last - begin) / ROWS) + 1;
  return (
    <div className="card today-wide">
      <h3>A year of answers</h3>
      <svg
        className="today-year"
        viewBox={`0 0 ${weeks * (CELL + GAP) - GAP} ${ROWS * (CELL + GAP) - GAP}`}
        aria-hidden="true"
      >
        {rows.map(({ day, count }) => (
          <rect
            key={day}
            className={`level-${intensityOf(count, most)}`}
            x={Math.floor((day - begin) / ROWS) * (CELL + GAP)}
            y={weekdayOf(day) * (CELL + GAP)}
            width={CELL}
            height={CELL}
            rx={2}
          />
        ))}
      </svg>
      <p className="hint tabular-nums">
        {total === 0 || !busiest
          ? "No answers in the last year."
          : `${total === 1 ? "1 answer" : `${total} answers`} on ${studied.length} of ${counts.length} days; the busiest day is ${formatEpochDay(busiest.day)}, with ${most}.`}
      </p>
      <DayTable title="Answers by day" unit="Answers" rows={studied.toReversed()} />
    </div>
  );
}
