import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import type { OfflineTrack } from "@/offline/files/items";
import { player, type QueueContext } from "@/player/player";
import { initialState, playerState } from "@/player/store";
import { PlayOfflineButton } from "./play-offline";

const tracks = ["a", "b"].map((id) => ({ id, title: id })) as OfflineTrack[];
const source: QueueContext = { kind: "playlist", id: "p", title: "P", href: "/p" };
const other: QueueContext = { ...source, id: "q" };
let playList: MockInstance;
let toggle: MockInstance;

beforeEach(() => {
  playList = vi.spyOn(player, "playList").mockReturnValue();
  toggle = vi.spyOn(player, "toggle").mockReturnValue();
});
afterEach(() => {
  cleanup();
  playerState.set(initialState);
});

function play(id: string | undefined, from: QueueContext | undefined, more: object = { isPlaying: true }): void {
  const currentAudio = id === undefined ? undefined : { ...tracks[0], id };
  act(() => playerState.set({ ...initialState, currentAudio, source: from, ...more } as typeof initialState));
}
const show = (index?: number) =>
  render(<PlayOfflineButton title="Kept" tracks={tracks} index={index} source={source} />);
const name = () => screen.getByRole("button").getAttribute("aria-label");

test.each([
  ["nothing", undefined, undefined, undefined, "Play Kept"],
  ["a recording of the list", "b", source, undefined, "Pause Kept"],
  ["a recording of another list", "b", other, undefined, "Play Kept"],
  ["another kind of list", "b", { ...source, kind: "course" as const }, undefined, "Play Kept"],
  ["another recording of the list", "x", source, undefined, "Play Kept"],
  ["the one recording", "b", source, 1, "Pause Kept"],
  ["the one recording from another list", "b", other, 1, "Pause Kept"],
  ["the recording before", "a", source, 1, "Play Kept"],
])("S4.offline.9 the button says Play or Pause while %s is playing: %#", (_, id, from, index, expected) => {
  show(index);
  play(id, from);
  expect(name()).toBe(expected);
  expect(screen.getByRole("button").textContent).toBe(expected.split(" ")[0]);
});

test("S4.offline.9 a recording that is loading can be paused, and a paused one can be resumed", () => {
  show();
  play("a", source, { isLoading: true });
  expect(name()).toBe("Pause Kept");
  play("a", source, {});
  expect(name()).toBe("Play Kept");
  fireEvent.click(screen.getByRole("button"));
  expect([toggle.mock.calls.length, playList.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  [undefined, 0],
  [1, 1],
])("S4.offline.9 with the start index %s, the list plays from there or from its first recording", (index, start) => {
  show(index);
  fireEvent.click(screen.getByRole("button"));
  expect(playList.mock.calls).toEqual([[tracks, start, source]]);
  expect(toggle).not.toHaveBeenCalled();
});
