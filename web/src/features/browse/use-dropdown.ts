import { useCallback, useEffect, useRef, useState } from "react";

/** The list stays this long after the box has lost the focus, so that a click in it still counts. */
export const CLOSE_DELAY_MS = 150;

/** Open or closed, with the delay on blur that the list under the search box needs. */
export function useDropdown() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useCallback(() => clearTimeout(timer.current), []);
  useEffect(() => keep, [keep]);

  const open = useCallback(() => {
    keep();
    setOpen(true);
  }, [keep]);
  const close = useCallback(() => {
    keep();
    setOpen(false);
  }, [keep]);
  const closeSoon = useCallback(() => {
    keep();
    timer.current = setTimeout(() => setOpen(false), CLOSE_DELAY_MS);
  }, [keep]);

  return { isOpen, open, close, closeSoon };
}
