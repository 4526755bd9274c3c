import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PlayShelf } from "./play-shelf";

const toggle = vi.hoisted(() => vi.fn());
let state = {};

vi.mock("@/player/player", () => ({
  player: { toggle },
  usePlayerSelector: (select: (now: object) => unknown) => select(state),
}));

const onPlay = vi.fn();
const radio = { source: { kind: "shelf", id: "radio" }, currentAudio: { id: "a1" }, isLoading: false };

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test.each([
  ["nothing plays", {}, "Play", "begins"],
  ["another shelf plays", { ...radio, source: { kind: "shelf", id: "deep-dive" }, isPlaying: true }, "Play", "begins"],
  ["it plays", { ...radio, isPlaying: true }, "Pause", "toggles"],
  ["it is paused", { ...radio, isPlaying: false }, "Play", "toggles"],
])("S2.audio.2 the play button of a shelf is correct while %s", (_when, now, name, does) => {
  state = now;
  render(<PlayShelf id="radio" disabled={false} onPlay={onPlay} />);
  screen.getByRole("button", { name }).click();
  expect([onPlay.mock.calls.length, toggle.mock.calls.length]).toEqual(does === "begins" ? [1, 0] : [0, 1]);
});
