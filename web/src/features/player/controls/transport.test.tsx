import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  JumpBackButton,
  JumpForwardButton,
  NextButton,
  PlayButton,
  PreviousButton,
  RepeatButton,
  ShuffleButton,
} from "./transport";

let state: object = {};
const player = vi.hoisted(() => ({
  toggle: vi.fn(),
  shuffle: vi.fn(),
  previous: vi.fn(),
  next: vi.fn(),
  setRepeat: vi.fn(),
  jumpBack: vi.fn(),
  jumpForward: vi.fn(),
}));
vi.mock("@/player/player", () => ({ player, usePlayerSelector: (select: (of: object) => unknown) => select(state) }));

beforeEach(() => vi.clearAllMocks());
afterEach(cleanup);

test.each([
  ["Shuffle", ShuffleButton, player.shuffle],
  ["Previous", PreviousButton, player.previous],
  ["Next", NextButton, player.next],
  ["Back 15 seconds", JumpBackButton, player.jumpBack],
  ["Forward 30 seconds", JumpForwardButton, player.jumpForward],
])("S4.play.10 the button '%s' sends its command, and no other", (name, Component, does) => {
  render(<Component />);
  fireEvent.click(screen.getByRole("button", { name }));
  expect(does).toHaveBeenCalledTimes(1);
  for (const call of Object.values(player)) expect(call).toHaveBeenCalledTimes(call === does ? 1 : 0);
});

test.each([
  ["is paused", { phase: "ready" }, "Play", false],
  ["plays", { isPlaying: true, phase: "ready" }, "Pause", false],
  ["loads", { isLoading: true, phase: "ready" }, "Pause", true],
  ["has failed", { phase: "failed" }, "Try again", false],
])("the play button of a track that %s is named '%s'", (_, now, name, isBusy) => {
  state = { isPlaying: false, isLoading: false, ...now };
  render(<PlayButton />);
  const button = screen.getByRole("button", { name });
  expect(button.getAttribute("aria-busy")).toBe(String(isBusy));
  fireEvent.click(button);
  expect(player.toggle).toHaveBeenCalledTimes(1);
});

test.each([
  ["all", "one"],
  ["one", "off"],
  ["off", "all"],
])("S4.play.10 the repeat button shows the mode '%s' and changes it to '%s'", (repeat, next) => {
  state = { repeat };
  render(<RepeatButton />);
  fireEvent.click(screen.getByRole("button", { name: `Repeat: ${repeat}` }));
  expect(player.setRepeat.mock.calls).toEqual([[next]]);
});
