import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubResizeObserver } from "../testing";
import { Slider } from "./slider";

beforeEach(stubResizeObserver);
afterEach(cleanup);

function show(value: number) {
  const [onChange, onCommit] = [vi.fn(), vi.fn()];
  const slider = (now: number) => (
    <Slider
      label="Seek"
      value={now}
      max={100}
      keyStep={5}
      valueText={(secs) => `${secs} seconds`}
      onChange={onChange}
      onCommit={onCommit}
    />
  );
  const { rerender } = render(slider(value));
  const thumb = screen.getByRole("slider", { name: "Seek" });
  return { thumb, onChange, onCommit, becomes: (now: number) => rerender(slider(now)) };
}

test("announces the value of the slider as text", () => {
  expect(show(42).thumb.getAttribute("aria-valuetext")).toBe("42 seconds");
});

test.each([
  [50, { key: "ArrowRight" }, 55],
  [50, { key: "ArrowUp" }, 55],
  [50, { key: "ArrowLeft" }, 45],
  [50, { key: "ArrowRight", shiftKey: true }, 65],
  [2, { key: "ArrowLeft" }, 0],
  [98, { key: "ArrowRight", shiftKey: true }, 100],
  [50, { key: "Home" }, 0],
  [50, { key: "End" }, 100],
])("from %s, %o moves to %s at once", (value, key, to) => {
  const { thumb, onCommit } = show(value);
  fireEvent.keyDown(thumb, key);
  expect(onCommit).toHaveBeenCalledExactlyOnceWith(to);
});

test("a key pressed with Alt is left to the browser", () => {
  const { thumb, onCommit } = show(50);
  const isLeftAlone = fireEvent.keyDown(thumb, { key: "ArrowLeft", altKey: true });
  expect(isLeftAlone).toBe(true);
  expect(onCommit).not.toHaveBeenCalled();
});

test("shows the new value after a key press", () => {
  const { thumb, becomes } = show(50);
  fireEvent.keyDown(thumb, { key: "Home" });
  becomes(3);
  expect(thumb.getAttribute("aria-valuetext")).toBe("3 seconds");
});

test("draws the buffered part of the recording", () => {
  const { container } = render(
    <Slider
      label="Seek"
      value={10}
      max={200}
      keyStep={5}
      valueText={String}
      buffered={50}
      onCommit={() => undefined}
    />,
  );
  expect(container.querySelector("u")?.style.width).toBe("25%");
});
