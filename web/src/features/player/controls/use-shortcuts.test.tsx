import { cleanup, fireEvent, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useShortcuts } from "./shortcuts";

const mocks = vi.hoisted(() => ({
  /** Calls of the player, such as `seek 5`. */
  calls: [] as string[],
  state: {} as object,
  position: { positionSecs: 0 },
  view: {} as { hasShortcuts: boolean; isQueueOpen: boolean },
}));
vi.mock("@/player/player", () => ({
  player: new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...given: unknown[]) =>
          mocks.calls.push([name, ...given].join(" ")),
    },
  ),
}));
vi.mock("@/player/store", () => ({
  playerState: { get: () => mocks.state },
  playerPosition: { get: () => mocks.position },
}));
vi.mock("./bookmark", () => ({ bookmarkNow: () => mocks.calls.push("bookmark") }));
vi.mock("../player-view", () => ({
  usePlayerView: () => ({
    ...mocks.view,
    setQueueOpen: (isOpen: boolean) => mocks.calls.push(`queue ${isOpen}`),
    setHelpOpen: (isOpen: boolean) => mocks.calls.push(`help ${isOpen}`),
  }),
}));

const playing = { currentAudio: {}, volume: 0.5, isMuted: false, rate: 1 };

beforeEach(() => {
  mocks.calls = [];
  mocks.state = playing;
  mocks.position = { positionSecs: 60 };
  mocks.view = { hasShortcuts: true, isQueueOpen: false };
});
afterEach(cleanup);

/** Presses a key on the page. Returns the calls of the player and whether the page handled the key. */
function press(key: string, how: KeyboardEventInit = {}): [calls: string[], isHandled: boolean] {
  renderHook(useShortcuts);
  mocks.calls = [];
  const isHandled = !fireEvent.keyDown(document.body, { key, ...how });
  cleanup();
  return [mocks.calls, isHandled];
}

test.each([
  [" ", {}, "toggle"],
  ["ArrowLeft", {}, "seek 55"],
  ["ArrowRight", {}, "seek 65"],
  ["ArrowLeft", { shiftKey: true }, "jumpBack"],
  ["ArrowRight", { shiftKey: true }, "jumpForward"],
  ["ArrowUp", { shiftKey: true }, "setVolume 0.6"],
  ["ArrowDown", { shiftKey: true }, "setVolume 0.4"],
  ["n", {}, "next"],
  ["P", {}, "previous"],
  ["b", {}, "bookmark"],
  ["s", {}, "shuffle"],
  ["m", {}, "setMuted true"],
  ["<", { shiftKey: true }, "setRate 0.75"],
  [">", { shiftKey: true }, "setRate 1.25"],
  ["q", {}, "queue true"],
  ["?", { shiftKey: true }, "help true"],
])("the key '%s' with %j controls the player: %s", (key, how, call) => {
  expect(press(key, how)).toEqual([[call], true]);
});

test("the keys stay within the limits of the position and the volume", () => {
  mocks.position = { positionSecs: 2 };
  expect(press("ArrowLeft")[0]).toEqual(["seek 0"]);
  mocks.state = { ...playing, volume: 0.95 };
  expect(press("ArrowUp", { shiftKey: true })[0]).toEqual(["setVolume 1"]);
  mocks.state = { ...playing, volume: 0.05 };
  expect(press("ArrowDown", { shiftKey: true })[0]).toEqual(["setVolume 0"]);
});

test("a muted player becomes audible again: with M at its volume, and louder from silence", () => {
  mocks.state = { ...playing, isMuted: true };
  expect(press("m")[0]).toEqual(["setMuted false"]);
  expect(press("ArrowUp", { shiftKey: true })[0]).toEqual(["setVolume 0.1"]);
});

test("Q closes an open queue", () => {
  mocks.view.isQueueOpen = true;
  expect(press("q")[0]).toEqual(["queue false"]);
});

test("a key that is held down repeats only where it changes by steps", () => {
  expect(press("ArrowRight", { repeat: true })).toEqual([["seek 65"], true]);
  expect(press(">", { repeat: true })[0]).toEqual(["setRate 1.25"]);
  expect(press("n", { repeat: true })).toEqual([[], true]);
});

test("without a recording only the keys of the page work", () => {
  mocks.state = { ...playing, currentAudio: undefined };
  expect(press("n")).toEqual([[], false]);
  expect(press("q")).toEqual([["queue true"], true]);
});

test("with letter shortcuts turned off, only Space and the arrow keys control the player", () => {
  mocks.view.hasShortcuts = false;
  for (const key of ["n", "?", "q", "<"]) expect(press(key)).toEqual([[], false]);
  expect(press(" ")[0]).toEqual(["toggle"]);
  expect(press("ArrowRight")[0]).toEqual(["seek 65"]);
});

test("an unknown key is left to the browser", () => {
  expect(press("x")).toEqual([[], false]);
});
