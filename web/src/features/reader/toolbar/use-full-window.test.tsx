import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFullWindow } from "./use-full-window";

let element: Element | null;
const request = vi.fn();
const exit = vi.fn();

beforeEach(() => {
  element = null;
  request.mockReset().mockImplementation(async () => {
    element = document.documentElement;
  });
  exit.mockReset().mockImplementation(async () => {
    element = null;
  });
  Object.defineProperty(document, "fullscreenElement", { get: () => element, configurable: true });
  document.documentElement.requestFullscreen = request;
  document.exitFullscreen = exit;
});
afterEach(cleanup);

function show() {
  const { result, unmount } = renderHook(() => useFullWindow());
  return {
    isFull: () => result.current[0],
    toggle: () => act(() => result.current[1]()),
    leave: () => act(() => result.current[2]()),
    change: () => act(() => void document.dispatchEvent(new Event("fullscreenchange"))),
    unmount,
  };
}

test("full screen fills the window and the screen, and both end together", () => {
  const reader = show();
  expect(reader.isFull()).toBe(false);
  reader.toggle();
  expect([reader.isFull(), request.mock.calls.length, exit.mock.calls.length]).toEqual([true, 1, 0]);
  reader.toggle();
  expect([reader.isFull(), request.mock.calls.length, exit.mock.calls.length]).toEqual([false, 1, 1]);
  reader.toggle();
  reader.leave();
  expect([reader.isFull(), exit.mock.calls.length]).toEqual([false, 2]);
});

test("the reader fills the window even if the browser refuses full screen or does not support it", async () => {
  request.mockRejectedValue(new TypeError("Refused."));
  const reader = show();
  reader.toggle();
  await act(async () => undefined);
  expect(reader.isFull()).toBe(true);
  reader.leave();
  expect([reader.isFull(), exit.mock.calls.length]).toEqual([false, 0]);
  document.documentElement.requestFullscreen = undefined as never;
  reader.toggle();
  expect(reader.isFull()).toBe(true);
});

test("when the student leaves full screen with the browser, the reader no longer fills the window", () => {
  const reader = show();
  reader.toggle();
  reader.change();
  expect(reader.isFull()).toBe(true);
  element = null;
  reader.change();
  expect(reader.isFull()).toBe(false);
});

test("closing the reader leaves full screen", () => {
  const reader = show();
  reader.unmount();
  expect(exit).not.toHaveBeenCalled();
  const other = show();
  other.toggle();
  other.unmount();
  expect(exit).toHaveBeenCalledTimes(1);
});
