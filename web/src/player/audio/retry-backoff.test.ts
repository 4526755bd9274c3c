// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RetryBackoff } from "./retry-backoff";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("waits longer after each failure, up to 15 s, and from the start after a success", () => {
  const backoff = new RetryBackoff();
  const nextMs = () => {
    const before = Date.now();
    const again = vi.fn();
    backoff.retry(again);
    vi.advanceTimersToNextTimer();
    expect(again).toHaveBeenCalledOnce();
    return Date.now() - before;
  };
  expect(Array.from({ length: 6 }, nextMs)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  backoff.end();
  expect(nextMs()).toBe(1000);
});

test("retries once and at once when the browser is online again", () => {
  const backoff = new RetryBackoff();
  const again = vi.fn();
  backoff.retry(again);
  window.dispatchEvent(new Event("online"));
  expect(again).toHaveBeenCalledOnce();
  window.dispatchEvent(new Event("online"));
  vi.runAllTimers();
  expect(again).toHaveBeenCalledOnce();
});

test("a new retry replaces the pending one, and the end cancels it", () => {
  const backoff = new RetryBackoff();
  const [first, second] = [vi.fn(), vi.fn()];
  backoff.retry(first);
  backoff.retry(second);
  backoff.end();
  window.dispatchEvent(new Event("online"));
  expect(vi.getTimerCount()).toBe(0);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 0]);
});
