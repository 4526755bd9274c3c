import { type SyntheticEvent, useRef } from "react";

/**
 * Lies under an open menu or popover and over everything else: a press beside it closes it, by mouse and by finger, and
 * presses nothing besides. What is around the menu in the code must not hear of the press either.
 */
export function PressShield({ onPress }: { onPress: () => void }) {
  // A finger that opens a menu comes down on its button and is lifted here: that press is not one beside it.
  const isPressed = useRef(false);
  const swallow = (event: SyntheticEvent) => event.stopPropagation();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it catches presses for the menu, which the keyboard closes with Escape
    <div
      role="presentation"
      className="press-shield"
      onPointerDown={(event) => {
        event.stopPropagation();
        isPressed.current = true;
      }}
      onPointerUp={swallow}
      onMouseDown={(event) => {
        event.stopPropagation();
        // The focus stays in the menu, from where it goes back to the button.
        event.preventDefault();
      }}
      onClick={(event) => {
        event.stopPropagation();
        if (isPressed.current) onPress();
      }}
      onContextMenu={(event) => {
        event.stopPropagation();
        event.preventDefault();
        if (isPressed.current) onPress();
      }}
    />
  );
}
