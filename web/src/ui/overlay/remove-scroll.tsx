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
 * Stands in for the `react-remove-scroll` package that Radix dialogs and menus use. The package adds a
 * `<style>` element, which our Content-Security-Policy refuses; this sets an attribute on `<html>`
 * that `styles/floats.css` turns into a page that does not scroll.
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
      // The scroll bar goes; the page stays where it is.
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
