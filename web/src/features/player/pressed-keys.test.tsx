import { cleanup, fireEvent, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useShortcuts } from "./controls/shortcuts";

const player = vi.hoisted(() => ({ next: vi.fn(), toggle: vi.fn() }));
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
