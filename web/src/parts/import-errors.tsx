import "./import-errors.css";

/** A row of a text that cannot be imported. Quoted cells can span several lines. */
interface ImportError {
  line: number;
  last?: number;
  reason: string;
}

interface ImportErrorsProps {
  lines: readonly ImportError[];
  more?: number;
  /** Name of the unit that is counted: a line of a text or a card of a file. */
  unit?: string;
}

export const countLines = (lines: readonly Omit<ImportError, "reason">[]): number =>
  lines.reduce((sum, { line, last = line }) => sum + last - line + 1, 0);

/** List of rejected lines with their reasons. Renders nothing if the list is empty. */
export function ImportErrors({ lines, more = 0, unit = "Line" }: ImportErrorsProps) {
  if (lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
    <section aria-label={`${unit}s left out`} className="bad-lines" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{unit}</th>
            <th>Why it is left out</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, last = line, reason }) => (
            <tr key={`${line} ${reason}`}>
              <td className="tabular-nums">{last > line ? `${line}–${last}` : line}</td>
              <td>{reason}</td>
            </tr>
          ))}
          {more > 0 && (
            <tr>
              <td />
              <td>and {more} more</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
