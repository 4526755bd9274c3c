/** A turning ring beside the text that says what is going on; says nothing by itself. */
export function Spinner() {
  return <span className="spin" aria-hidden="true" />;
}
