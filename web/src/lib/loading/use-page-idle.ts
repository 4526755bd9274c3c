import { useEffect, useState } from "react";
import { whenPageIdle } from "./page-idle";

/** Stays true after the first page has loaded, so that later pages need not wait. */
let isSettled = false;

/** Returns true once the page has loaded and is idle, so that less urgent code and data may be fetched. */
export function usePageIdle(): boolean {
  const [is, setIs] = useState(isSettled);
  useEffect(() => {
    if (isSettled) return undefined;
    let isGone = false;
    void whenPageIdle().then(() => {
      isSettled = true;
      if (!isGone) setIs(true);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return is;
}
