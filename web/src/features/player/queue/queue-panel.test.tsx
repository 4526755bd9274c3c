import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { QueuePanel } from "./queue-panel";

const setQueueOpen = vi.hoisted(() => vi.fn());
let isMoving = false;
vi.mock("../player-view", () => ({ usePlayerView: () => ({ setQueueOpen }) }));
vi.mock("./lazy-queue", () => ({ LazyQueue: () => <button type="button">Row</button>, isRowMoving: () => isMoving }));

let opener: HTMLButtonElement;
beforeEach(() => {
  setQueueOpen.mockReset();
  isMoving = false;
  opener = document.body.appendChild(document.createElement("button"));
  opener.focus();
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});
const pressEscape = () => fireEvent.keyDown(screen.getByRole("button", { name: "Row" }), { key: "Escape" });

test("the queue takes the focus and space beside the page, and returns both when it closes", () => {
  const { unmount } = render(<QueuePanel />);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Queue" }));
  expect(document.documentElement.dataset.queue).toBe("open");
  unmount();
  expect(document.documentElement.dataset.queue).toBeUndefined();
  expect(document.activeElement).toBe(opener);
});

test("when the queue closes, a focus that the user has moved elsewhere stays, and a removed opener gets no focus", () => {
  const other = document.body.appendChild(document.createElement("input"));
  const { unmount } = render(<QueuePanel />);
  other.focus();
  unmount();
  expect(document.activeElement).toBe(other);
  opener.focus();
  const again = render(<QueuePanel />);
  opener.remove();
  again.unmount();
  expect(document.activeElement).toBe(document.body);
});

test("Escape and the button close the queue, but not while a row is moved or if another control handles the key", () => {
  render(<QueuePanel />);
  fireEvent.keyDown(screen.getByRole("button", { name: "Row" }), { key: "Enter" });
  isMoving = true;
  pressEscape();
  isMoving = false;
  screen
    .getByRole("button", { name: "Row" })
    .addEventListener("keydown", (event) => event.preventDefault(), { once: true });
  pressEscape();
  expect(setQueueOpen).not.toHaveBeenCalled();
  pressEscape();
  fireEvent.click(screen.getByRole("button", { name: "Close queue" }));
  expect(setQueueOpen.mock.calls).toEqual([[false], [false]]);
});
