import { useRef } from "react";
import { type FocusPlace, focusNear, isFocusLost, placeOf } from "@/lib/browser/keep-focus";

/** Returns the element that opened a dialog. For a menu item, which disappears, that is the button of the menu. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
}

/**
 * Restores the focus after a dialog closes. Radix does so only for dialogs with their own trigger. Pass both handlers
 * to the dialog's content. If the opener no longer exists, `focusInstead` sets the focus; otherwise the nearest entry
 * or region gets it.
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
      // `keepFocus` may have moved the focus to a region already.
      if (isFocusLost() || document.activeElement !== place?.element) focusInstead?.();
      if (place && isFocusLost()) focusNear(place);
    },
  };
}
