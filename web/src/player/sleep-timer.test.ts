import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SleepCountdown } from "./sleep-timer";
import type { PlayableTrack } from "./types";

const track = (id: string) => ({ id, title: `Track ${id}` }) as PlayableTrack;
const fallAsleep = vi.fn();
let sleep: SleepCountdown;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  fallAsleep.mockReset();
  sleep = new SleepCountdown(fallAsleep);
});
afterEach(() => void vi.useRealTimers());

test("stops playback after the minutes, once, and a new choice replaces the earlier one", () => {
  sleep.start(1);
  sleep.start(2);
  expect(sleep.timer).toEqual({ kind: "minutes", endsAtMs: 120_000 });
  vi.advanceTimersByTime(119_999);
  sleep.stopIfDue();
  expect(fallAsleep).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect([fallAsleep.mock.calls.length, sleep.timer]).toEqual([1, undefined]);
  sleep.stopIfDue();
  expect(fallAsleep).toHaveBeenCalledOnce();
});

test("a timer that was turned off does not stop playback", () => {
  sleep.start(1);
  sleep.start(undefined);
  expect([sleep.timer, vi.getTimerCount()]).toEqual([undefined, 0]);
});

test("stops playback when a laptop wakes up after the time", () => {
  sleep.start(1);
  vi.setSystemTime(90_000);
  sleep.stopIfDue();
  expect([fallAsleep.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});

test("the end of a chapter ends only a timer for the chapter", () => {
  sleep.start("end");
  expect([sleep.endsAfterChapter(), sleep.timer]).toEqual([false, { kind: "end" }]);
  sleep.start("chapter");
  expect([sleep.endsAfterChapter(), sleep.timer]).toEqual([true, undefined]);
});

test.each([
  ["the end of the track", () => sleep.start("end"), "a", true],
  ["the end of a chapter", () => sleep.start("chapter"), "a", true],
  ["the end of this track", () => sleep.afterTrack(track("a")), "a", true],
  ["the end of another track", () => sleep.afterTrack(track("b")), "a", false],
  ["some minutes", () => sleep.start(5), "a", false],
])("a track that ends with a timer for %s stops playback: %s", (_, choose, id, stops) => {
  choose();
  expect(sleep.endsAfter(id)).toBe(stops);
  expect(sleep.timer === undefined).toBe(stops);
});

test("a timer for the end of a track ends when this track is removed from the queue", () => {
  sleep.start(5);
  sleep.afterTrack(track("a"));
  expect(sleep.timer).toEqual({ kind: "track", id: "a", title: "Track a" });
  expect(vi.getTimerCount()).toBe(0);
  sleep.keepIfListed(["a"]);
  expect(sleep.timer).toBeDefined();
  sleep.keepIfListed(["b"]);
  expect(sleep.timer).toBeUndefined();
  sleep.start("end");
  sleep.keepIfListed([]);
  expect(sleep.timer).toEqual({ kind: "end" });
});
