// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { currentState, element, player, setupPlayerPerTest, startPlayback } from "./controller-testing";
import { flushPromises, track } from "./testing";
import type { QueueContext } from "./types";

vi.mock("@/session/session", () => import("./controller-testing"));
vi.mock("@/ui/feedback/toast", () => import("./controller-testing"));
vi.mock("@/data/audio/playback", () => import("./controller-testing"));
vi.mock("@/data/positions/resume-positions", () => import("./controller-testing"));

setupPlayerPerTest();

const finals: QueueContext = { kind: "playlist", id: "p", title: "Finals" };
const ids = () => currentState().list.map(({ id }) => id);
const start = () => startPlayback(1, [track("a"), track("b"), track("c"), track("d")]);

it.each([
  ["removing a track", () => player.remove(2), "Removed C"],
  ["removing the current track", () => player.remove(1), "Removed B"],
  ["moving a track", () => player.move(3, 0), "Moved D"],
  ["clearing the queue", () => player.clear(), "Queue cleared"],
  ["adding a track after the current one", () => player.playNext(track("x")), "X plays next"],
  ["adding one track", () => player.append([track("x")]), "Added X"],
  ["adding several tracks", () => player.append([track("x"), track("y")]), "Added 2 audio notes"],
])("S4.queue.1 %s can be undone once, and playback continues", async (_, change, text) => {
  await start();
  change();
  expect(ids()).not.toEqual(["a", "b", "c", "d"]);
  expect(currentState().queueChange).toBe(text);
  const playing = currentState().currentAudio?.id;
  player.undoQueueChange();
  expect(ids()).toEqual(["a", "b", "c", "d"]);
  expect(currentState().currentAudio?.id).toBe(playing);
  expect(currentState().list[currentState().index]?.id).toBe(playing);
  expect(currentState().queueChange).toBeUndefined();
  player.undoQueueChange();
  expect(ids()).toEqual(["a", "b", "c", "d"]);
});

it.each([
  ["playing", false],
  ["paused", true],
])("S4.queue.1 undoing a replaced queue returns to the former track, %s", async (_, isPaused) => {
  await start();
  player.playList([track("x"), track("y")], 0, finals);
  expect(currentState().queueChange).toBe("Now playing Finals");
  await flushPromises();
  element.finishLoading();
  if (isPaused) player.pause();
  player.undoQueueChange();
  await flushPromises();
  element.finishLoading();
  expect(ids()).toEqual(["a", "b", "c", "d"]);
  expect(currentState()).toMatchObject({ index: 1, isPlaying: !isPaused, source: { title: "Deep Dive" } });
});

it("undoing the replacement of a queue that was paused while it loaded starts no playback", async () => {
  await start();
  player.playList([track("x"), track("y")], 0, finals);
  player.pause();
  player.undoQueueChange();
  await flushPromises();
  element.finishLoading();
  expect(currentState()).toMatchObject({ index: 1, isPlaying: false });
});

it("changing the track within a queue, or filling an empty queue, cannot be undone", async () => {
  await start();
  expect(currentState().queueChange).toBeUndefined();
  player.playList([track("a"), track("b"), track("c"), track("d")], 3, finals);
  expect(currentState().queueChange).toBeUndefined();
});

it("undoing an earlier change keeps further pages of the queue", async () => {
  await start();
  player.remove(2);
  player.appendPages("deep-dive", [track("e")]);
  expect(currentState().queueChange).toBe("Removed C");
  player.undoQueueChange();
  expect(ids()).toEqual(["a", "b", "c", "d", "e"]);
});

it("further pages of another list are not added to the queue", async () => {
  await start();
  player.playList([track("x"), track("y")], 0, finals);
  player.appendPages("p", [track("z")]);
  player.undoQueueChange();
  expect(ids()).toEqual(["a", "b", "c", "d"]);
});

it("filling an empty queue leaves nothing to undo", async () => {
  await startPlayback(0, [track("a")]);
  player.remove(0);
  expect(currentState().queueChange).toBe("Removed A");
  player.playList([track("x")], 0, finals);
  expect(currentState().queueChange).toBeUndefined();
});

it("S4.queue.3 removing the track after which playback would stop cancels the stop", async () => {
  await start();
  player.playNextThenStop(track("x"));
  player.undoQueueChange();
  expect(currentState()).toMatchObject({ sleep: undefined });
});

it("S4.queue.3 playback stops after a track that was added with 'play next and then stop'", async () => {
  await start();
  player.playNextThenStop(track("x"));
  expect(currentState().sleep).toMatchObject({ kind: "track", id: "x" });
  element.end();
  await flushPromises();
  element.finishLoading();
  expect(currentState()).toMatchObject({ currentAudio: { id: "x" }, isPlaying: true });
  element.end();
  expect(currentState()).toMatchObject({ currentAudio: { id: "x" }, phase: "ended", sleep: undefined });
});
