import { act, cleanup, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SleepTimer } from "@/player/player";
import { SleepButton, useSleepTimerOptions } from "./sleep";

let sleep: SleepTimer | undefined;
let chapters: object[] = [];
const setSleepTimer = vi.hoisted(() => vi.fn());

vi.mock("@/player/player", () => ({
  player: { setSleepTimer },
  usePlayerSelector: (select: (state: object) => unknown) => select({ sleep, chapters }),
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

test.each([
  ["off", undefined, "off", "off", false],
  ["at the end of this audio note", { kind: "end" }, "end", "at the end of this audio note", true],
] as const)("a sleep timer that is %s is named so, and its option is selected", (name, now, value, text, isOn) => {
  sleep = now;
  render(<SleepButton />);
  expect(screen.getByRole("button", { name: `Sleep timer: ${name}` })).toBeDefined();
  const { result } = renderHook(useSleepTimerOptions);
  expect(result.current).toMatchObject({ text, isOn, choice: { value } });
});

test.each([
  ["off", undefined],
  ["15", 15],
  ["end", "end"],
])("the option '%s' sets the timer", (value, after) => {
  const { result } = renderHook(useSleepTimerOptions);
  expect(result.current.choice.options.map((option) => option.value)).toContain(value);
  result.current.choice.onChoose(value);
  expect(setSleepTimer.mock.lastCall).toEqual([after]);
});

test("S2.chapters.2 the end of the chapter can be chosen if there are chapters", () => {
  sleep = { kind: "chapter" };
  const options = () => renderHook(() => useSleepTimerOptions()).result.current;
  const values = () => options().choice.options.map(({ value }) => value);
  expect(values()).not.toContain("chapter");
  chapters = [{ startMs: 0, title: "Rates" }];
  expect(values().slice(-2)).toEqual(["chapter", "end"]);
  expect([options().text, options().choice.value]).toEqual(["at the end of this chapter", "chapter"]);
  options().choice.onChoose("chapter");
  expect(setSleepTimer).toHaveBeenLastCalledWith("chapter");
});
