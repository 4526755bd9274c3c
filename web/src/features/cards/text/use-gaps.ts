import { useEffect, useState } from "react";
import { type GapsModule, loadGaps } from "@/core/gaps";

/** Returns the rules for gaps once they have loaded. If that fails, the server checks the gaps. */
export function useGaps(isNeeded: boolean): GapsModule | undefined {
  const [gaps, setGaps] = useState<GapsModule>();
  useEffect(() => {
    if (!isNeeded) return;
    loadGaps().then(setGaps, (error: unknown) => console.warn("The gaps of a card cannot be shown yet.", error));
  }, [isNeeded]);
  return gaps;
}
