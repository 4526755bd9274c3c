// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Transcript } from "@/data/transcripts/transcripts";
import { initialPosition, initialState, playerPosition, playerState } from "@/player/store";
import { useCurrentLine } from "./use-current-line";

const transcript: Transcript = {
  timed: true,
  lines: Array.from({ length: 100 }, (_, index) => [index * 600, index * 600 + 600, `Line ${index}`]),
};
const track = { id: "a1", title: "Heaps", subject: "CS 246", shelf: "deep-dive" } as const;

beforeEach(() => {
  vi.useFakeTimers();
  playerState.set({ ...initialState, currentAudio: track, isPlaying: true, phase: "playing" });
  playerPosition.set({ ...initialPosition });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  playerState.set(initialState);
});

const report = (positionSecs: number) => act(() => playerPosition.set({ ...initialPosition, positionSecs }));

test.each([0.5, 1, 2, 3])(
  "S2.transcript.1 at speed %f the line changes within 50 ms of its time, between two reports",
  async (rate) => {
    act(() => playerState.set({ ...playerState.get(), rate }));
    const { result } = renderHook(() => useCurrentLine("a1", transcript));
    let positionMs = 0;
    for (let step = 0; step < 200; step += 1) {
      await act(() => vi.advanceTimersByTimeAsync(10));
      positionMs += 10 * rate;
      if (step % 25 === 24) report(positionMs / 1000);
      const late = Math.floor((positionMs - 50 * rate) / 600);
      expect([late, Math.floor(positionMs / 600)]).toContain(result.current);
    }
  },
);

test("S2.transcript.1 the line is right at once after seeking and stays while playback is paused", async () => {
  const { result } = renderHook(() => useCurrentLine("a1", transcript));
  report(12.1);
  expect(result.current).toBe(20);
  act(() => playerState.set({ ...playerState.get(), isPlaying: false, phase: "paused" }));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(result.current).toBe(20);
  report(0.1);
  expect(result.current).toBe(0);
});

test("S2.transcript.1 a stalled recording keeps its line after two seconds without a report", async () => {
  const { result } = renderHook(() => useCurrentLine("a1", transcript));
  report(1.2);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(result.current).toBe(5);
});

test("S2.transcript.1 no line is current for another recording and in text without times", () => {
  expect(renderHook(() => useCurrentLine("a2", transcript)).result.current).toBe(-1);
  expect(renderHook(() => useCurrentLine("a1", { ...transcript, timed: false })).result.current).toBe(-1);
});
