import { cleanup, fireEvent, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useShortcuts } from "./controls/shortcuts";

const player = vi.hoisted(() => ({ next: vi.fn(), toggle: vi.fn(), nextChapter: vi.fn(), previousChapter: vi.fn() }));
vi.mock("@/player/player", () => ({ player }));
vi.mock("@/player/store", () => ({
  playerState: { get: () => ({ currentAudio: {} }) },
  playerPosition: { get: () => ({ positionSecs: 0 }) },
}));
vi.mock("./player-view", () => ({
  usePlayerView: () => ({ hasShortcuts: true, isQueueOpen: false, setQueueOpen: vi.fn(), setHelpOpen: vi.fn() }),
}));

beforeEach(() => {
  player.next.mockReset();
  renderHook(() => useShortcuts());
});
afterEach(cleanup);

test("the key N starts the next track", () => {
  fireEvent.keyDown(document.body, { key: "n" });
  expect(player.next).toHaveBeenCalledOnce();
});

test("S2.chapters.2 with Shift, the keys N and P move to the next and the previous chapter", () => {
  fireEvent.keyDown(document.body, { key: "N", shiftKey: true });
  fireEvent.keyDown(document.body, { key: "P", shiftKey: true });
  expect([player.nextChapter.mock.calls.length, player.previousChapter.mock.calls.length]).toEqual([1, 1]);
  expect(player.next).not.toHaveBeenCalled();
});

test.each(["ctrlKey", "metaKey", "altKey", "isComposing"])("with %s, the key N is left to the browser", (held) => {
  fireEvent.keyDown(document.body, { key: "n", [held]: true });
  expect(player.next).not.toHaveBeenCalled();
});

test("ignores a key event that is already handled", () => {
  const use = (event: KeyboardEvent) => event.preventDefault();
  document.body.addEventListener("keydown", use);
  fireEvent.keyDown(document.body, { key: "n" });
  document.body.removeEventListener("keydown", use);
  expect(player.next).not.toHaveBeenCalled();
});
