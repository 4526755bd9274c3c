import { type RefObject, useEffect, useRef } from "react";

/** Minimum horizontal distance of a swipe; shorter movements are clicks. */
const SWIPE_MIN_PX = 40;
/** Maximum ratio of vertical to horizontal movement of a swipe; steeper movements scroll. */
const STEEPEST = 0.6;

/** Elements that scroll horizontally if their content is too wide. */
const SCROLLS = ".table-wrap, .formula-block";

function scrollsSideways(target: EventTarget | null): boolean {
  const wide = target instanceof Element ? target.closest(SCROLLS) : null;
  return wide !== null && wide.scrollWidth > wide.clientWidth;
}

/** Elements that handle clicks themselves. */
const OWN = "a, button, input, summary";

export type SwipeDirection = "left" | "right";

/** Calls `onPress` after a click or a horizontal swipe on an element. Selecting text in the element still works. */
export function useTapAndSwipe(
  element: RefObject<HTMLElement | null>,
  onPress: (swipe?: SwipeDirection) => void,
): void {
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
      // Dragging with a mouse selects text.
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
      // Some browsers fire a click after a swipe.
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
