import { useCallback, useEffect, useRef, useState } from "react";
import { DROPDOWN_CLOSE_MS } from "@/core/limits";

/**
 * Returns the state of a list. It closes shortly after the box loses the focus, so that a click in the list still
 * works.
 */
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
    timer.current = setTimeout(() => setOpen(false), DROPDOWN_CLOSE_MS);
  }, [keep]);

  return { isOpen, open, close, closeSoon };
}
