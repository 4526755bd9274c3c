import { useEffect, useState } from "react";
import { settled } from "./answered";

/** Once the first page stands, what comes later comes at once. */
let isSettled = false;

/** Whether the page shows what it is for, so that what is not needed yet may be fetched. */
export function useSettled(): boolean {
  const [is, setIs] = useState(isSettled);
  useEffect(() => {
    if (isSettled) return undefined;
    let isGone = false;
    void settled().then(() => {
      isSettled = true;
      if (!isGone) setIs(true);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return is;
}
