// The compiled player as seen from JavaScript: tracks in, effects out. `cargo xtask test --only wasm` builds it for
// Node and passes its path in NOTE_NINJA_PLAYER.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const { PlayerCore, formatClock, formatSpoken, formatTotal, mergePositions, recordPosition, startOf } = createRequire(
  import.meta.url,
)(process.env.NOTE_NINJA_PLAYER);

const track = (id, durationSecs, startSecs = 0) => ({
  id,
  title: id.toUpperCase(),
  durationSecs,
  startSecs,
});

/** Creates a player with tracks of 100 s. Returns it with a function that takes its effects as arrays of values. */
function open(...ids) {
  const player = new PlayerCore();
  const take = () => player.takeEffects().map((effect) => Object.values(effect));
  if (ids.length > 0) {
    player.setList(
      0,
      ids.map((id) => track(id, 100)),
    );
    take();
  }
  return { player, take };
}

test("S4.play.1 a new player has no track, an empty queue and index -1", () => {
  const { player } = open();
  assert.deepEqual(
    [player.currentId, player.phase, player.isLoading, player.listIds(), player.index, player.repeat, player.rate],
    [undefined, "idle", false, [], -1, "all", 1],
  );
  assert.deepEqual([player.positionSecs, player.durationSecs, player.loadNumber], [0, undefined, 0]);
});

test("S4.play.2 each command and event changes the state and returns effects", () => {
  const { player, take } = open("a", "b", "c");
  player.playAt(10, 1);
  assert.deepEqual(take(), [
    ["load", 1, "b", 0, 1, false],
    ["play", 1],
  ]);
  assert.deepEqual([player.currentId, player.phase, player.isLoading, player.index], ["b", "loading", true, 1]);
  player.onReady(20, 1, 90);
  player.onPlaying(3000, 1);
  assert.deepEqual(take(), [
    ["warn", "slow_start", "b", 2990],
    ["preload", ["c"], ["a"]],
  ]);
  assert.deepEqual([player.phase, player.durationSecs], ["playing", 90]);
  player.onProgress(3100, 1, 42.5, undefined);
  player.pause(3200);
  assert.deepEqual(take(), [
    ["pause", 1],
    ["report", "b", 42.5, 90, false, false, false],
  ]);
  player.seek(3300, 7);
  assert.deepEqual(take(), [
    ["seek", 1, 7],
    ["report", "b", 7, 90, false, false, false],
  ]);
  player.resume(3400);
  player.onPlaying(3450, 1);
  player.onWaiting(3460, 1);
  assert.deepEqual([player.phase, player.isLoading], ["playing", true]);
  take();
  player.onEnded(3500, 1);
  assert.deepEqual(take(), [
    ["report", "b", 90, 90, true, false, false],
    ["load", 2, "c", 0, 1, false],
    ["play", 2],
  ]);
  player.onFailed(3600, 2, true);
  assert.deepEqual(take(), [
    ["skipNotice", "c", "\u201CC\u201D cannot be played."],
    ["load", 3, "a", 0, 1, false],
    ["play", 3],
  ]);
  player.onFailed(3700, 3, false);
  assert.deepEqual(take(), [
    ["load", 4, "a", 0, 1, true],
    ["play", 4],
  ]);
  player.onFailed(3800, 4, false);
  assert.deepEqual(take(), [["retryAfter", 5, 1000]]);
  player.onRetryDue(4800, 5);
  assert.deepEqual(take(), [
    ["load", 5, "a", 0, 1, true],
    ["play", 5],
  ]);
  player.reset(4900);
  assert.deepEqual([take(), player.phase], [[["unload"]], "idle"]);
});

test("all other player commands work", () => {
  const { player, take } = open("a", "b");
  player.playTrack(0, track("x", undefined, 12));
  assert.deepEqual(take(), [
    ["load", 1, "x", 12, 1, false],
    ["play", 1],
  ]);
  player.playNext(0, track("y", 5));
  player.append(0, [track("z", null)]);
  player.move(0, 4, 0);
  assert.deepEqual([player.listIds(), player.index, player.listVersion], [["z", "x", "y", "a", "b"], 1, 5]);
  player.remove(0, 0);
  player.setRepeat(0, "one");
  player.setRate(0, 9);
  assert.deepEqual([player.repeat, player.rate, take()], ["one", 3, [["setRate", 3]]]);
  player.onPlaying(0, 1);
  player.jumpForward(0);
  player.jumpBack(0);
  assert.deepEqual(take().slice(1), [
    ["seek", 1, 42],
    ["seek", 1, 27],
  ]);
  player.setDataSaving(0, true);
  assert.deepEqual(take(), [["preload", [], ["y", "a", "b"]]]);
  player.setStart(0, "y", 33);
  player.next(0);
  assert.deepEqual(take()[1], ["load", 2, "y", 33, 3, false]);
  player.previous(0);
  player.toggle(0);
  assert.equal(player.currentId, "y", "restarted, because it was to start after more than 5 s");
  player.shuffle(0, 7);
  assert.notEqual(player.currentId, "y");
  player.hide(0);
  player.clear(0);
  assert.deepEqual(player.listIds(), [player.currentId]);
  player.onNotMounted(0, player.loadNumber);
  assert.deepEqual(take().at(-1), ["retryAfter", player.loadNumber, 50]);
});

test("effects are plain objects with the fields of their type", () => {
  const { player } = open("a", "b");
  player.playAt(0, 0);
  assert.deepEqual(player.takeEffects(), [
    {
      type: "load",
      load: 1,
      trackId: "a",
      startSecs: 0,
      rate: 1,
      needsNewAddress: false,
    },
    { type: "play", load: 1 },
  ]);
  assert.deepEqual(player.takeEffects(), [], "each effect is returned once");
  player.onPlaying(0, 1);
  assert.deepEqual(player.takeEffects(), [{ type: "preload", full: ["b"], metadata: [] }]);
});

test("a value of the wrong shape throws and changes nothing", () => {
  const { player, take } = open("a");
  for (const call of [
    () => player.setList(0, [{ id: "b" }]),
    () => player.playTrack(0, null),
    () => player.setRepeat(0, "twice"),
    () => mergePositions({}, {}),
  ])
    assert.throws(call, Error);
  assert.deepEqual([player.listIds(), player.repeat, take()], [["a"], "all", []]);
});

test("S9.c.4 a load that takes more than 2000 ms is slow", () => {
  const { player, take } = open("a");
  player.playAt(0, 0);
  take();
  player.onReady(2001, 1, undefined);
  assert.deepEqual(take(), [["warn", "slow_load", "a", 2001]]);
});

test("indexes out of range and events of earlier loads cause no effects", () => {
  const { player, take } = open("a");
  for (const index of [1, -1, 2 ** 31]) player.playAt(0, index);
  player.onEnded(0, 9);
  assert.deepEqual([take(), player.phase], [[], "idle"]);
});

test("positions are plain objects, and the newer of two is chosen", () => {
  const first = recordPosition(undefined, "desk", 61.5, 1000, false, false, 1_790_000_000_000);
  assert.deepEqual(first, {
    counter: 1_790_000_000_000,
    device: "desk",
    positionMs: 61_500,
    durationMs: 1_000_000,
    isFinished: false,
    isRestart: false,
  });
  const second = recordPosition(first, "phone", 90, undefined, false, false, 7);
  assert.deepEqual([second.counter, second.durationMs], [1_790_000_000_001, undefined]);
  assert.deepEqual(mergePositions(second, first), second);
  assert.deepEqual(mergePositions(JSON.parse(JSON.stringify(first)), JSON.parse(JSON.stringify(second))), second);
  const opened = recordPosition(second, "desk", 0.2, undefined, false, false, 1_790_000_900_000);
  assert.deepEqual(mergePositions(second, opened), second);
  assert.deepEqual([startOf(second), startOf(opened)], [90, 0]);
  assert.equal(recordPosition(undefined, "desk", 1000, 1000, true, false, 1).isFinished, true);
});

test("S4.play.13 S9.c.14 durations are formatted", () => {
  assert.equal(formatClock(245), "4:05");
  assert.equal(formatClock(undefined), "--:--");
  assert.equal(formatClock(Number.NaN), "--:--");
  assert.equal(formatTotal(Float64Array.of(3600, Number.NaN, 300)), "about 1 hr 5 min");
  assert.equal(formatSpoken(7325), "2 hours 2 minutes 5 seconds");
});
