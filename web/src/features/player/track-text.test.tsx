import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { PlayableTrack } from "@/player/player";
import { initialState, playerState } from "@/player/store";
import { subjectText, trackSubtitle, usePlaybackError } from "./track-text";

let isOnline = true;
vi.mock("@/lib/browser/online", () => ({ useOnline: () => isOnline }));
afterEach(() => {
  isOnline = true;
  playerState.set(initialState);
});

test.each([
  ["CS246", "CS 246"],
  ["cs 246", "CS 246"],
  ["Study skills", "Study skills"],
  ["C1", "C1"],
  ["ABCDEFGHI1", "ABCDEFGHI1"],
  ["2 CS246", "2 CS246"],
])("the subject %j is shown as %j", (subject, expected) => {
  expect(subjectText(subject)).toBe(expected);
});

test("a recording is described by its subject and its shelf", () => {
  expect(trackSubtitle({ subject: "CS246", shelf: "deep-dive" } as PlayableTrack)).toBe("CS 246 · Deep Dive");
});

test.each([
  ["failed", false, true, "Cannot be played"],
  ["failed", true, false, "Cannot be played"],
  ["idle", true, false, "Waiting for a connection"],
  ["idle", true, true, undefined],
  ["idle", false, false, undefined],
] as const)("in the phase %s with loading %s and online %s, the error is %j", (phase, isLoading, online, expected) => {
  isOnline = online;
  act(() => playerState.set({ ...initialState, phase, isLoading }));
  expect(renderHook(() => usePlaybackError()).result.current).toBe(expected);
});
