import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SleepTimer } from "@/player/player";
import { SleepButton } from "./sleep";

let sleep: SleepTimer | undefined;

vi.mock("@/player/player", () => ({
  player: {},
  usePlayerSelector: (select: (state: { sleep: SleepTimer | undefined }) => unknown) => select({ sleep }),
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const shown = () => screen.getByRole("button").textContent;

test("the sleep timer shows the minutes left while it runs", () => {
  sleep = { kind: "minutes", endsAtMs: Date.now() + 15 * 60_000 };
  render(<SleepButton />);
  expect(shown()).toBe("15 min");
  act(() => vi.advanceTimersByTime(4 * 60_000 + 10_000));
  expect(shown()).toBe("11 min");
  expect(screen.getByRole("button", { name: "Sleep timer: 11 min left" })).toBeDefined();
});

test("the sleep timer shows no minutes if it is off or set to the end of the track", () => {
  sleep = undefined;
  render(<SleepButton />);
  expect(shown()).toBe("");
  cleanup();
  sleep = { kind: "end" };
  render(<SleepButton />);
  expect(shown()).toBe("");
});

test("the sleep timer names the track after which playback stops", () => {
  sleep = { kind: "track", id: "x", title: "Heaps" };
  render(<SleepButton />);
  expect(screen.getByRole("button", { name: "Sleep timer: after “Heaps”" })).toBeDefined();
});
