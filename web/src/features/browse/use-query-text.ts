import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";

/** The text of the search box, kept in the address as `?q=` so that a search can be shared and gone back to. */
export function useQueryText(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get("q") ?? "";
  const [text, setText] = useState(inAddress);
  /** What we wrote that the address has not shown yet, oldest first. */
  const underway = useRef<string[]>([]);
  const shown = useRef(inAddress);

  useEffect(() => {
    if (inAddress === shown.current) return;
    shown.current = inAddress;
    // Back and forward change the address without us. Our own changes come back here too, maybe after the next letter
    // was typed, which they must not take away.
    const place = underway.current.indexOf(inAddress);
    if (place < 0) setText(inAddress);
    else underway.current.splice(0, place + 1);
  }, [inAddress]);

  const change = useCallback(
    (next: string) => {
      setText(next);
      underway.current.push(next);
      setParams(next === "" ? {} : { q: next }, { replace: true, preventScrollReset: true });
    },
    [setParams],
  );
  return [text, change];
}
