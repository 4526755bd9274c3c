import { cleanup, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTapAndSwipe } from "./use-tap-and-swipe";

const onPress = vi.fn();

function Card() {
  const card = useRef<HTMLElement>(null);
  useTapAndSwipe(card, onPress);
  return (
    <article ref={card} aria-label="Card">
      <p>Text</p>
      <a href="/x">
        <span>Another course</span>
      </a>
      <div className="table-wrap">
        <span>Table</span>
      </div>
    </article>
  );
}

beforeEach(() => {
  onPress.mockReset();
  render(<Card />);
});
afterEach(cleanup);

const text = () => screen.getByText("Text");
function pointer(type: string, x: number, y = 0, more: object = {}, on: Element = text()): void {
  const event = new MouseEvent(type, { bubbles: true, clientX: x, clientY: y });
  on.dispatchEvent(Object.assign(event, { isPrimary: true, pointerId: 1, pointerType: "touch", ...more }));
}
function swipe(x: number, y = 0, more: object = {}, on: Element = text()): void {
  pointer("pointerdown", 100, 100, more, on);
  pointer("pointerup", 100 + x, 100 + y, more, on);
}
const click = (on: Element = text()) => on.dispatchEvent(new MouseEvent("click", { bubbles: true }));

test.each([
  [60, 0, ["right"]],
  [-60, 0, ["left"]],
  [40, 0, ["right"]],
  [39, 0, []],
  [-39, 0, []],
  [100, 60, ["right"]],
  [100, -60, ["right"]],
  [100, 61, []],
  [100, -61, []],
])("a movement by %s and %s px swipes: %j", (x, y, expected) => {
  swipe(x, y);
  expect(onPress.mock.calls.flat()).toEqual(expected);
});

test.each([
  ["a mouse", { pointerType: "mouse" }],
  ["a second finger", { isPrimary: false }],
])("%s does not swipe", (_, more) => {
  swipe(60, 0, more);
  expect(onPress).not.toHaveBeenCalled();
});

test("a swipe ends with the finger that began it, and not after a cancellation", () => {
  pointer("pointerdown", 0);
  pointer("pointerup", 60, 0, { pointerId: 2 });
  expect(onPress).not.toHaveBeenCalled();
  pointer("pointercancel", 60);
  pointer("pointerup", 60);
  expect(onPress).not.toHaveBeenCalled();
  pointer("pointerdown", 0);
  pointer("pointerup", 60);
  pointer("pointerup", 60);
  expect(onPress).toHaveBeenCalledExactlyOnceWith("right");
});

test.each([
  [300, 200, 0],
  [200, 200, 1],
])("a table of %s px in %s px swipes %s times", (whole, visible, times) => {
  const table = screen.getByText("Table").parentElement as Element;
  Object.defineProperties(table, { scrollWidth: { value: whole }, clientWidth: { value: visible } });
  swipe(60, 0, {}, screen.getByText("Table"));
  expect(onPress).toHaveBeenCalledTimes(times);
});

test("a click presses the card, but not on a link, and not after a swipe", () => {
  click();
  expect(onPress).toHaveBeenCalledExactlyOnceWith();
  click(screen.getByText("Another course"));
  expect(onPress).toHaveBeenCalledTimes(1);
  swipe(60);
  click();
  expect(onPress).toHaveBeenCalledTimes(2);
  pointer("pointerdown", 0);
  click();
  expect(onPress).toHaveBeenCalledTimes(3);
});

test.each([
  ["text of the card", { isCollapsed: false, includes: () => screen.getByRole("article") }, 0],
  ["text elsewhere", { isCollapsed: false, includes: () => document.body }, 1],
  ["nothing", { isCollapsed: true, includes: () => screen.getByRole("article") }, 1],
])("a click presses the card unless it selects text of the card: %s", (_, { isCollapsed, includes }, times) => {
  // In jsdom, a selection contains no node in part.
  const containsNode = (node: Node, isPartly: boolean) => isPartly && node === includes();
  vi.spyOn(document, "getSelection").mockReturnValue({ isCollapsed, containsNode } as unknown as Selection);
  click();
  expect(onPress).toHaveBeenCalledTimes(times);
});

test("an unmounted card no longer reacts to swipes and clicks", () => {
  const gone = screen.getByRole("article");
  cleanup();
  document.body.append(gone);
  const on = gone.querySelector("p") as Element;
  swipe(60, 0, {}, on);
  click(on);
  expect(onPress).not.toHaveBeenCalled();
  gone.remove();
});
