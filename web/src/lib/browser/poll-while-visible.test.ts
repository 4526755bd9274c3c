// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pollWhileVisible } from "./poll-while-visible";

const SECOND = 1_000;
const ask = vi.fn();
let stop: () => void;

function set(name: "visibilityState" | "onLine", value: unknown) {
  vi.spyOn(name === "onLine" ? navigator : document, name as never, "get").mockReturnValue(value as never);
}

beforeEach(() => {
  vi.useFakeTimers();
  set("visibilityState", "visible");
  set("onLine", true);
  stop = pollWhileVisible(ask, 45 * SECOND);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  ask.mockReset();
});

const asked = (secs: number) => {
  ask.mockClear();
  vi.advanceTimersByTime(secs * SECOND);
  return ask.mock.calls.length;
};

it("refetches repeatedly while the user is active", () => {
  expect(asked(44)).toBe(0);
  expect(asked(135)).toBe(3);
});

it("refetches rarely without user activity, and at once when it resumes", () => {
  asked(180);
  expect(asked(700)).toBe(2);
  vi.advanceTimersByTime(60 * SECOND);
  ask.mockClear();
  window.dispatchEvent(new Event("pointermove"));
  expect(ask).toHaveBeenCalledTimes(1);
  expect(asked(90)).toBe(2);
});

it("never refetches while hidden or offline, and at once afterwards", () => {
  for (const [name, away, event] of [
    ["visibilityState", "hidden", "visibilitychange"],
    ["onLine", false, "offline"],
  ] as const) {
    set(name, away);
    window.dispatchEvent(new Event(event));
    expect(asked(3_600), event).toBe(0);
    set(name, name === "onLine" ? true : "visible");
    window.dispatchEvent(new Event(name === "onLine" ? "online" : "visibilitychange"));
    expect(ask, event).toHaveBeenCalledTimes(1);
  }
});

it("stops polling when it is unsubscribed", () => {
  stop();
  window.dispatchEvent(new Event("visibilitychange"));
  expect(asked(600)).toBe(0);
});
