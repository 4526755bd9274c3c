// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prefetchHandlers, setReaderPrefetch } from "./prefetch-reader";

const told: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  setReaderPrefetch({
    onPointer: () => told.push("pointed at"),
    onPress: (noteId) => told.push(`pressed ${noteId}`),
  });
});

afterEach(() => vi.useRealTimers());

test("S2.read.7 prefetches a note when the pointer rests on it or presses it, not when it passes over", () => {
  const pointer = prefetchHandlers("N");
  pointer.onPointerEnter({ pointerType: "mouse" });
  vi.advanceTimersByTime(50);
  pointer.onPointerLeave();
  pointer.onPointerEnter({ pointerType: "touch" });
  vi.advanceTimersByTime(500);
  expect(told).toEqual([]);
  pointer.onPointerEnter({ pointerType: "mouse" });
  vi.advanceTimersByTime(500);
  pointer.onPointerDown({ button: 2 });
  pointer.onPointerDown({ button: 0 });
  expect(told).toEqual(["pointed at", "pressed N"]);
});
