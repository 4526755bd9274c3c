// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { createController, element, player, setupPlayerPerTest, startPlayback } from "./controller-testing";
import { playerPosition } from "./store";

vi.mock("@/session/session", () => import("./controller-testing"));
vi.mock("@/ui/feedback/toast", () => import("./controller-testing"));
vi.mock("@/data/audio/playback", () => import("./controller-testing"));
vi.mock("@/data/positions/resume-positions", () => import("./controller-testing"));

setupPlayerPerTest();

const setPositionState = vi.fn();
const mediaSession = {
  metadata: null as object | null,
  playbackState: "none",
  setActionHandler: vi.fn(),
  setPositionState,
};

beforeEach(async () => {
  setPositionState.mockReset();
  vi.stubGlobal("MediaMetadata", class {});
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { mediaSession }));
  createController();
  await startPlayback();
  setPositionState.mockClear();
});
const reported = () => setPositionState.mock.calls.map(([state]) => [state?.position, state?.playbackRate]);

test("the system is told the position after a seek of more than two seconds, and not at each tick", () => {
  element.playTo(1);
  element.playTo(2.5);
  expect(playerPosition.get().positionSecs).toBe(2.5);
  expect(reported()).toEqual([]);
  player.seek(4.5);
  expect(playerPosition.get().positionSecs).toBe(4.5);
  expect(reported()).toEqual([]);
  player.seek(7);
  expect(reported()).toEqual([[7, 1]]);
  player.seek(2);
  expect(reported().slice(1)).toEqual([[2, 1]]);
});

test("S4.silence.1 the system is told the position after a skipped silence, however short", () => {
  player.setSilences("a", [1000, 2600]);
  player.setPassesSilences(true);
  element.bufferedTo = 100;
  setPositionState.mockClear();
  element.playTo(1.3);
  expect(element.currentTime).toBe(2.35);
  element.dispatchEvent(new Event("progress"));
  expect(reported()).toEqual([]);
  element.playTo(2.4);
  expect(reported()).toEqual([[2.4, 1]]);
  element.playTo(2.7);
  expect(reported()).toHaveLength(1);
});

test("the system is told when playback pauses and when the speed changes", () => {
  player.pause();
  expect(reported()).toHaveLength(1);
  player.setRate(1.5);
  expect(reported().slice(1)).toEqual([[0, 1.5]]);
  player.seek(50);
  expect(reported().at(-1)).toEqual([50, 1.5]);
});

test("the system is told a duration that becomes known or changes", () => {
  element.duration = 120;
  element.playTo(1);
  expect(playerPosition.get().durationSecs).toBe(120);
  expect(setPositionState.mock.calls).toEqual([[{ duration: 120, position: 1, playbackRate: 1 }]]);
});

test("the buffered part of a recording is shown without a report to the system", () => {
  element.bufferedTo = 40;
  element.dispatchEvent(new Event("progress"));
  expect(playerPosition.get().bufferedSecs).toBe(40);
  expect(reported()).toEqual([]);
});
