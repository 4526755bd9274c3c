import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SCROLL_END_MS } from "@/core/limits";
import { useScrolling } from "./use-scrolling";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a list counts as scrolling until some time after the last scroll event", () => {
  const { result } = renderHook(() => useScrolling());
  expect(result.current.isScrolling).toBe(false);
  act(() => result.current.onScroll());
  act(() => void vi.advanceTimersByTime(SCROLL_END_MS - 1));
  act(() => result.current.onScroll());
  act(() => void vi.advanceTimersByTime(SCROLL_END_MS - 1));
  expect(result.current.isScrolling).toBe(true);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current.isScrolling).toBe(false);
});

test("a list that is unmounted while it scrolls leaves no timer", () => {
  const { result, unmount } = renderHook(() => useScrolling());
  act(() => result.current.onScroll());
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
