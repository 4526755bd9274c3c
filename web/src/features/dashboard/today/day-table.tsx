import { useState } from "react";
import { formatEpochDay } from "@/lib/time/days";

interface DayTableProps {
  title: string;
  unit: string;
  rows: readonly { day: number; count: number }[];
}

/** Table with the numbers of a chart. Rows are rendered when it is opened, because a year has many. */
export function DayTable({ title, unit, rows }: DayTableProps) {
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && (
        <div className="today-scroll">
          <table className="today-table tabular-nums">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">{unit}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ day, count }) => (
                <tr key={day}>
                  <th scope="row">{formatEpochDay(day)}</th>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
