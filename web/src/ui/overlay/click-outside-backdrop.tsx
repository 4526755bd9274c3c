import { type SyntheticEvent, useRef } from "react";

/**
 * Transparent layer between an open menu or popover and the page. A press on it closes the menu and nothing else. It
 * stops the events, so that ancestors of the menu in the React tree do not receive them.
 */
export function ClickOutsideBackdrop({ onPress }: { onPress: () => void }) {
  // A touch that opens the menu may end on this layer: ignore presses that started elsewhere.
  const isPressed = useRef(false);
  const swallow = (event: SyntheticEvent) => event.stopPropagation();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles clicks; keyboard users press Escape
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
        // Keep the focus in the menu, from where it returns to the button.
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
