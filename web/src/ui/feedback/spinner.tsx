/** Spinner beside a text. Hidden from screen readers. */
export function Spinner() {
  return <span className="spin" aria-hidden="true" />;
}
