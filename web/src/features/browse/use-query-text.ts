import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";

/** The text of the search box, kept in the address as `?q=` so that a search can be shared and gone back to. */
export function useQueryText(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get("q") ?? "";
  const [text, setText] = useState(inAddress);
  const written = useRef(inAddress);

  useEffect(() => {
    // Back and forward change the address without us; our own changes come back here too and are skipped.
    if (inAddress !== written.current) {
      written.current = inAddress;
      setText(inAddress);
    }
  }, [inAddress]);

  const change = useCallback(
    (next: string) => {
      setText(next);
      written.current = next;
      setParams(next === "" ? {} : { q: next }, { replace: true, preventScrollReset: true });
    },
    [setParams],
  );
  return [text, change];
}
