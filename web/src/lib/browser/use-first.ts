import { useState } from "react";

/**
 * Returns the first value that was not undefined, even after the value has changed. A form that was filled with loaded
 * data thus stays mounted while the data reloads.
 */
export function useFirstDefined<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first ?? value;
}
