import "./bad-lines.css";

interface BadLinesProps {
  lines: readonly { line: number; reason: string }[];
  /** How many more there are that are not listed. */
  more?: number;
  /** What is counted: a line of a text, or a card of a file. */
  unit?: string;
}

/** Which lines of a text are left out, and why; nothing where all are taken. */
export function BadLines({ lines, more = 0, unit = "Line" }: BadLinesProps) {
  if (lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section aria-label={`${unit}s left out`} className="bad-lines" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{unit}</th>
            <th>Why it is left out</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, reason }) => (
            <tr key={`${line} ${reason}`}>
              <td className="num">{line}</td>
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
