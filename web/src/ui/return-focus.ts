import { useRef } from "react";

/**
 * Brings the focus back to where it was before a dialog opened. Radix does so for dialogs that have a trigger
 * of their own; ours are opened by a state. Pass both to the dialog's content.
 */
export function useReturnFocus() {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      // A menu is gone when the dialog closes; the button that opened it names it, and stays.
      const menu = document.activeElement?.closest("[role=menu]");
      before.current = menu
        ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "")
        : document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // What opened it may be gone by now.
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    },
  };
}
