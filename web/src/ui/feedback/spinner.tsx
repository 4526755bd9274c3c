/** A spinner beside a text; hidden from screen readers. */
export function Spinner() {
  return <span className="spin" aria-hidden="true" />;
}
