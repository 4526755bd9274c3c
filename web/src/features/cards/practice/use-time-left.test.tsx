import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTimeLeft } from "./use-time-left";

beforeEach(() => void vi.useFakeTimers({ now: 10_000 }));
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

test("S4.test.1 the time left counts down and ends the test once", () => {
  const onEnd = vi.fn();
  const { result } = renderHook(() => useTimeLeft(12_500, onEnd));
  expect(result.current).toBe(3);
  wait(1000);
  expect(result.current).toBe(2);
  wait(1999);
  expect([result.current, onEnd.mock.calls.length]).toEqual([1, 0]);
  wait(1);
  expect([result.current, onEnd.mock.calls.length]).toEqual([0, 1]);
  wait(5000);
  expect([result.current, onEnd.mock.calls.length]).toEqual([0, 1]);
});

test("S4.test.1 a test whose time ended while the page was closed ends at once", () => {
  const onEnd = vi.fn();
  const { result } = renderHook(() => useTimeLeft(9000, onEnd));
  expect([result.current, onEnd.mock.calls.length]).toEqual([0, 1]);
});

test("S4.test.1 a test without a time limit has no time left, and unmounting stops the timer", () => {
  const onEnd = vi.fn();
  expect(renderHook(() => useTimeLeft(undefined, onEnd)).result.current).toBeUndefined();
  renderHook(() => useTimeLeft(60_000, onEnd)).unmount();
  expect([vi.getTimerCount(), onEnd.mock.calls.length]).toEqual([0, 0]);
});
