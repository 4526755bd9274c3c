import { useState } from "react";

/**
 * Returns the first value that is not undefined, also after the value has changed. A form that starts from loaded data
 * stays mounted with it while the data reloads.
 */
export function useFirstDefined<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first ?? value;
}
