import { useEffect, useState } from "react";
import { type GapsModule, loadGaps } from "@/core/gaps";

/**
 * Returns the rules for gaps once they have loaded. After a failure, tries again when the browser is online; until then,
 * the server checks the gaps.
 */
export function useGaps(isNeeded: boolean): GapsModule | undefined {
  const [gaps, setGaps] = useState<GapsModule>();
  const isMissing = isNeeded && gaps === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    const load = () => {
      loadGaps().then(setGaps, (error: unknown) => console.warn("The gaps of a card cannot be shown yet.", error));
    };
    load();
    window.addEventListener("online", load);
    return () => window.removeEventListener("online", load);
  }, [isMissing]);
  return gaps;
}
