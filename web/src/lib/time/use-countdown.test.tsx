import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCountdown } from "./use-countdown";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("A9 another code can be requested after 30 s, and each request starts the 30 s again", () => {
  const { result } = renderHook(() => useCountdown(30));
  expect(result.current.secondsLeft).toBe(30);
  act(() => vi.advanceTimersByTime(29_000));
  expect(result.current.secondsLeft).toBe(1);
  act(() => vi.advanceTimersByTime(1_000));
  expect(result.current.secondsLeft).toBe(0);
  act(() => result.current.restart());
  expect(result.current.secondsLeft).toBe(30);
  act(() => vi.advanceTimersByTime(10_000));
  expect(result.current.secondsLeft).toBe(20);
});

test("a suspended tab counts by the system clock", () => {
  const { result } = renderHook(() => useCountdown(30));
  act(() => {
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(1_000);
  });
  expect(result.current.secondsLeft).toBe(0);
});
