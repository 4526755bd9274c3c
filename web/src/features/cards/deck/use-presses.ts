import { type RefObject, useEffect, useRef } from "react";

/** A finger that moved less has pressed, not swiped. */
const SWIPE_MIN_PX = 40;
/** A swipe goes more to the side than up or down; the rest is scrolling. */
const STEEPEST = 0.6;

/** What scrolls to the side by itself when it is too wide. */
const SCROLLS = ".table-wrap, .formula-block";

/** Whether a finger that goes to the side scrolls something there. */
function scrollsSideways(target: EventTarget | null): boolean {
  const wide = target instanceof Element ? target.closest(SCROLLS) : null;
  return wide !== null && wide.scrollWidth > wide.clientWidth;
}

/** What does something of its own when it is pressed. */
const OWN = "a, button, input, summary";

/** Where a finger went. */
export type Swipe = "left" | "right";

/** Calls back for a press, or a swipe to a side, anywhere on an element; text can still be selected in it. */
export function usePresses(element: RefObject<HTMLElement | null>, onPress: (swipe?: Swipe) => void): void {
  const latest = useRef(onPress);
  useEffect(() => {
    latest.current = onPress;
  });
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    let start: { id: number; x: number; y: number } | undefined;
    let hasSwiped = false;

    function down(event: PointerEvent) {
      hasSwiped = false;
      // With a mouse one selects text.
      start =
        event.isPrimary && event.pointerType !== "mouse" && !scrollsSideways(event.target)
          ? { id: event.pointerId, x: event.clientX, y: event.clientY }
          : undefined;
    }
    function up(event: PointerEvent) {
      if (event.pointerId !== start?.id) return;
      const [toRight, along] = [event.clientX - start.x, Math.abs(event.clientY - start.y)];
      const sideways = Math.abs(toRight);
      start = undefined;
      if (sideways < SWIPE_MIN_PX || along > sideways * STEEPEST) return;
      hasSwiped = true;
      latest.current(toRight > 0 ? "right" : "left");
    }
    function cancel() {
      start = undefined;
    }
    function click(event: MouseEvent) {
      // Some browsers add a click to a swipe.
      if (hasSwiped || (event.target instanceof Element && event.target.closest(OWN))) return;
      const selection = document.getSelection();
      const hasSelected = selection !== null && !selection.isCollapsed && selection.containsNode(target as Node, true);
      if (!hasSelected) latest.current();
    }

    target.addEventListener("pointerdown", down);
    target.addEventListener("pointerup", up);
    target.addEventListener("pointercancel", cancel);
    target.addEventListener("click", click);
    return () => {
      target.removeEventListener("pointerdown", down);
      target.removeEventListener("pointerup", up);
      target.removeEventListener("pointercancel", cancel);
      target.removeEventListener("click", click);
    };
  }, [element]);
}
