import { type ReactNode, useId, useState } from "react";

interface ChartProps {
  title: string;
  /** The chart, which is hidden from screen readers: the summary and the table have its numbers. */
  picture: ReactNode;
  /** Content of the chart in one or two sentences. */
  summary: ReactNode;
  /** Table with the numbers of the chart. */
  table: { heads: readonly string[]; rows: readonly (readonly string[])[] };
  children?: ReactNode;
}

/** A chart with its summary, and its numbers as a table. */
export function Chart({ title, picture, summary, table, children }: ChartProps) {
  const heading = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="card progress-chart" aria-labelledby={heading}>
      <h2 className="section" id={heading}>
        {title}
      </h2>
      {picture}
      <p className="sub tabular-nums">{summary}</p>
      {children}
      {table.rows.length > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            Show as a table<span className="sr-only">: {title}</span>
          </summary>
          {isOpen && <NumberTable title={title} {...table} />}
        </details>
      )}
    </section>
  );
}

function NumberTable({ title, heads, rows }: ChartProps["table"] & { title: string }) {
  return (
    <div className="scroll">
      <table className="tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = "", ...cells]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {cells.map((cell, index) => (
                <td key={heads[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const BAR = 8;
const GAP = 2;
const HEIGHT = 60;
const LEAST = 1;

interface BarsProps {
  /** Height of each bar; `undefined` leaves its place empty. */
  values: readonly (number | undefined)[];
  /** Value at the top. */
  most: number;
  /** Value of a line across the chart. */
  line?: number;
  /** Index of a bar that stands out. */
  marked?: number;
  /** Labels below the chart: one for each bar, or for the first and the last. */
  labels: readonly string[];
}

/** Bar chart. */
export function Bars({ values, most, line, marked, labels }: BarsProps) {
  const width = values.length * (BAR + GAP) - GAP;
  const heightOf = (value: number) =>
    value <= 0 ? 0 : Math.min(HEIGHT, LEAST + ((HEIGHT - LEAST) * value) / Math.max(most, Number.EPSILON));
  const bars = values.map((value, index) => ({ key: index, x: index * (BAR + GAP), height: heightOf(value ?? 0) }));
  return (
    <div aria-hidden="true">
      <svg className="bars" viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ key, x, height }) => (
          <rect
            key={key}
            className={key === marked ? "marked" : undefined}
            x={x}
            y={HEIGHT - height}
            width={BAR}
            height={height}
          />
        ))}
        {line !== undefined && (
          <line
            x1={0}
            x2={width}
            y1={HEIGHT - heightOf(line)}
            y2={HEIGHT - heightOf(line)}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <p className={labels.length === values.length ? "labels each" : "labels"}>
        {labels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </p>
    </div>
  );
}
