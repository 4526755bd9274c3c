import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RESUME_MIN_MS } from "@/core/limits";
import { RecentStart } from "./recent-start";

const FOLLOWS_SECS = RESUME_MIN_MS / 1000;
let begun: RecentStart;

beforeEach(() => {
  vi.useFakeTimers();
  begun = new RecentStart();
});
afterEach(() => vi.useRealTimers());

test("the position of another device is requested again after five seconds, or for another recording", () => {
  expect(begun.begin("a", 0)).toBe(true);
  vi.advanceTimersByTime(4999);
  expect(begun.begin("a", 0)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(begun.begin("a", 0)).toBe(true);
  expect(begun.begin("b", 0)).toBe(true);
  expect(begun.begin("a", 0)).toBe(true);
});

test("a recording has just begun until it has played for a while, or the student seeks", () => {
  expect(begun.has(undefined, 0)).toBe(false);
  begun.begin("a", 100);
  expect(begun.has("a", 100 + FOLLOWS_SECS - 0.1)).toBe(true);
  expect(begun.has("a", 100 + FOLLOWS_SECS)).toBe(false);
  expect([begun.has("b", 100), begun.has(undefined, 100)]).toEqual([false, false]);
  begun.begin("a", 200);
  expect(begun.has("a", 200)).toBe(true);
  begun.end();
  expect([begun.has("a", 200), begun.has(undefined, 0)]).toEqual([false, false]);
  expect(begun.begin("a", 200)).toBe(true);
});
