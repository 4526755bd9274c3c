import { act, cleanup, render, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { initialPosition, initialState, playerPosition, playerState } from "@/player/store";
import { ElapsedTime, RemainingTime, TotalTime } from "./controls/seek";
import { usePlaybackTimes, useProgress } from "./times";

let areTimesAtRate = false;
vi.mock("./player-view", () => ({ usePlayerView: () => ({ areTimesAtRate }) }));
vi.mock("@/core/durations", () => ({
  useDurations: () => ({
    clock: (secs?: number) => (secs === undefined ? "--:--" : `${secs} s`),
    spoken: (secs: number) => `${secs} seconds`,
  }),
}));
vi.mock("@/data/audio/audio", () => ({ waveformQuery: () => ({}) }));

afterEach(() => {
  cleanup();
  areTimesAtRate = false;
  playerState.set(initialState);
  playerPosition.set(initialPosition);
});
const times = () => renderHook(() => usePlaybackTimes()).result.current;

test.each([
  [false, "60 s", "60 seconds of 90 seconds"],
  [true, "30 s", "30 seconds of 45 seconds"],
])("S4.play.13 at double speed, times adjusted to the speed (%s) are %s", (atRate, clock, words) => {
  areTimesAtRate = atRate;
  playerState.set({ ...initialState, rate: 2 });
  expect([times().clock(60), times().words(60, 90)]).toEqual([clock, words]);
});

test("S4.play.13 an unknown time is shown as dashes, and omitted from the text for screen readers", () => {
  expect([times().clock(undefined), times().clock(null), times().words(60, undefined)]).toEqual([
    "--:--",
    "--:--",
    "60 seconds",
  ]);
});

test("S4.play.13 until the file is loaded, the duration is that of the metadata", () => {
  const duration = () => renderHook(() => useProgress()).result.current.durationSecs;
  expect(duration()).toBeUndefined();
  act(() => playerState.set({ ...initialState, currentAudio: { id: "a", durationSecs: 100 } as never }));
  expect(duration()).toBe(100);
  act(() => playerPosition.set({ ...initialPosition, durationSecs: 98 }));
  expect(duration()).toBe(98);
});

test("S4.play.13 the elapsed, the total and the remaining time are shown", () => {
  const text = () => {
    const { container } = render(
      <>
        <ElapsedTime />|<TotalTime />|<RemainingTime />
      </>,
    );
    return container.textContent;
  };
  playerPosition.set({ ...initialPosition, positionSecs: 10 });
  expect(text()).toBe("10 s|--:--|--:--");
  cleanup();
  playerPosition.set({ ...initialPosition, positionSecs: 10.4, durationSecs: 60 });
  expect(text()).toBe("10.4 s|60 s|-50 s");
  cleanup();
  playerPosition.set({ ...initialPosition, positionSecs: 61, durationSecs: 60 });
  expect(text()).toBe("61 s|60 s|-0 s");
});
