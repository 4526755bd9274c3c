import { beforeEach, expect, test, vi } from "vitest";
import { initialState, playerState } from "@/player/store";
import { onRecordingStart, pauseRecordings } from "./pause-recordings";
import { unlockSpeech } from "./unlock-speech";

const channel = vi.hoisted(() => ({ claim: vi.fn(), listeners: new Set<() => void>(), pause: vi.fn() }));
vi.mock("@/player/player", () => ({ player: { pause: channel.pause } }));
vi.mock("@/player/playback-channel", () => ({
  claimPlayback: channel.claim,
  onPlaybackClaimed: (listener: () => void) => {
    channel.listeners.add(listener);
    return () => channel.listeners.delete(listener);
  },
}));

const set = (isPlaying: boolean) => playerState.set({ ...initialState, isPlaying });

beforeEach(() => {
  channel.claim.mockReset();
  channel.pause.mockReset();
  set(false);
});

test("S2.aloud.4 reading pauses the recording of this tab, if one plays, and those of other tabs", () => {
  pauseRecordings();
  expect([channel.pause.mock.calls.length, channel.claim.mock.calls.length]).toEqual([0, 1]);
  set(true);
  pauseRecordings();
  expect([channel.pause.mock.calls.length, channel.claim.mock.calls.length]).toEqual([1, 2]);
});

test("S2.aloud.4 reading pauses when a recording starts, and not while it goes on or stops", () => {
  set(true);
  const pause = vi.fn();
  const stop = onRecordingStart(pause);
  set(true);
  set(false);
  expect(pause).not.toHaveBeenCalled();
  set(true);
  set(true);
  expect(pause).toHaveBeenCalledTimes(1);
  for (const listener of channel.listeners) listener();
  expect(pause).toHaveBeenCalledTimes(2);
  stop();
  set(false);
  set(true);
  expect([pause.mock.calls.length, channel.listeners.size]).toEqual([2, 0]);
});

test("S2.aloud.4 a tap speaks nothing, so that later speech is permitted", () => {
  vi.stubGlobal("window", {});
  expect(unlockSpeech()).toBeUndefined();
  const speak = vi.fn();
  vi.stubGlobal("window", { speechSynthesis: { speak } });
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  unlockSpeech();
  expect(speak.mock.calls).toEqual([[{ text: "" }]]);
});
