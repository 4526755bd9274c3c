import { Slot } from "radix-ui";
import type { HTMLAttributes, ReactNode, Ref } from "react";
import { useLayoutEffect } from "react";

type Props = HTMLAttributes<HTMLElement> & {
  children?: ReactNode;
  enabled?: boolean;
  ref?: Ref<HTMLElement>;
  as?: unknown;
  shards?: unknown;
  allowPinchZoom?: boolean;
};

let holders = 0;

/**
 * Replaces the `react-remove-scroll` package of Radix dialogs and menus. That package adds a `<style>` element, which
 * our Content-Security-Policy refuses. This component sets an attribute on `<html>`, and `styles/floats.css` then
 * disables scrolling.
 */
export function RemoveScroll({
  enabled = true,
  as: _as,
  shards: _shards,
  allowPinchZoom: _allowPinchZoom,
  ...rest
}: Props) {
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const page = document.documentElement;
    if (holders === 0) {
      // Compensate for the width of the scroll bar, so that the page does not shift.
      page.style.setProperty("--scrollbar-w", `${window.innerWidth - page.clientWidth}px`);
      page.dataset.scroll = "held";
    }
    holders += 1;
    return () => {
      holders -= 1;
      if (holders === 0) delete page.dataset.scroll;
    };
  }, [enabled]);
  return <Slot.Root {...rest} />;
}
