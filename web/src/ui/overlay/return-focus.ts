import { useRef } from "react";
import { type FocusPlace, focusNear, isFocusLost, placeOf } from "@/lib/browser/keep-focus";

/** Returns the focused element. A menu is gone when the dialog closes; the button that opened it names it, and stays. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
}

/**
 * Brings the focus back to where it was before a dialog opened. Radix does so for dialogs that have a trigger
 * of their own; ours are opened by a state. Pass both to the dialog's content. If the opener is gone, `focusInstead` sets
 * the focus; without it the nearest entry or region gets it.
 */
export function useReturnFocus(focusInstead?: () => void) {
  const before = useRef<FocusPlace>(undefined);
  return {
    onOpenAutoFocus: () => {
      const opener = openerOf(document.activeElement);
      before.current = placeOf(opener instanceof HTMLElement ? opener : document.body);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const place = before.current;
      if (place?.element.isConnected) place.element.focus();
      if (isFocusLost()) focusInstead?.();
      if (place && isFocusLost()) focusNear(place);
    },
  };
}
