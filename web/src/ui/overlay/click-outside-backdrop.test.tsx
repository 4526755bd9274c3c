import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ClickOutsideBackdrop } from "./click-outside-backdrop";

const [onPress, outside] = [vi.fn(), vi.fn()];
beforeEach(() => vi.clearAllMocks());
afterEach(cleanup);

function show() {
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a test page around a menu
    <div
      data-testid="page"
      onClick={outside}
      onContextMenu={outside}
      onMouseDown={outside}
      onPointerDown={outside}
      onPointerUp={outside}
    >
      <ClickOutsideBackdrop onPress={onPress} />
    </div>,
  );
  return screen.getByRole("presentation");
}

test.each([
  ["click", fireEvent.click],
  ["right click", fireEvent.contextMenu],
])("a %s that began on the backdrop closes the menu, and the event reaches no other element", (_, end) => {
  const layer = show();
  fireEvent.pointerDown(layer);
  // False: the default action is prevented, so the focus stays in the menu.
  expect(fireEvent.mouseDown(layer)).toBe(false);
  fireEvent.pointerUp(layer);
  end(layer);
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(outside).not.toHaveBeenCalled();
});

test.each([
  ["click", fireEvent.click],
  ["right click", fireEvent.contextMenu],
])("a %s that began elsewhere does not close the menu", (_, end) => {
  const layer = show();
  fireEvent.pointerUp(layer);
  end(layer);
  expect(onPress).not.toHaveBeenCalled();
  expect(outside).not.toHaveBeenCalled();
});

test("a right click on the backdrop opens no context menu of the browser", () => {
  expect(fireEvent.contextMenu(show())).toBe(false);
});
