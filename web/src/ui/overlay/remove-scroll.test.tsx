import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { RemoveScroll } from "./remove-scroll";

afterEach(cleanup);

const hold = (name: string, enabled = true) => (
  <RemoveScroll enabled={enabled} allowPinchZoom shards={[]}>
    <p>{name}</p>
  </RemoveScroll>
);
const held = () => document.documentElement.dataset.scroll;

test("the page scrolls again when the last of several dialogs is closed", () => {
  const [one, two] = [render(hold("One")), render(hold("Two"))];
  expect(held()).toBe("held");
  expect(document.documentElement.style.getPropertyValue("--scrollbar-w")).toBe(`${window.innerWidth}px`);
  one.unmount();
  expect(held()).toBe("held");
  two.unmount();
  expect(held()).toBeUndefined();
});

test("a dialog that does not lock the scrolling of the page shows its content", () => {
  render(hold("One", false));
  expect(held()).toBeUndefined();
  // Props of the replaced package must not become attributes.
  expect(screen.getByText("One").getAttributeNames()).toEqual([]);
});
