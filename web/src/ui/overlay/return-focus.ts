import { useRef } from "react";
import { type FocusContext, focusContextOf, isFocusLost, restoreFocusNear } from "./keep-focus";

/** Returns the element that opened a dialog. For a menu item, which disappears, that is the button of the menu. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : focused;
}

/**
 * Restores the focus after a dialog closes. Radix does so only for dialogs with their own trigger. Pass both handlers
 * to the dialog's content. If the opener no longer exists, the nearest entry or region gets the focus. Pass
 * `setReturnFocus`, which sets the focus, if the opener may still exist when the dialog closes and be removed a moment
 * later.
 */
export function useReturnFocus(setReturnFocus?: () => void) {
  const before = useRef<FocusContext>(undefined);
  return {
    onOpenAutoFocus: () => {
      const opener = openerOf(document.activeElement);
      before.current = focusContextOf(opener instanceof HTMLElement ? opener : document.body);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const place = before.current;
      if (setReturnFocus) setReturnFocus();
      else if (place?.element.isConnected) place.element.focus();
      if (place && isFocusLost()) restoreFocusNear(place);
    },
  };
}
