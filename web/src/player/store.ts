import { RATE_DEFAULT, VOLUME_DEFAULT } from "@/core/limits";
import type { HeardPosition, PlayerPosition, PlayerState } from "./types";

/** One value that can be watched. */
interface Watched<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls `watcher` after each change; returns how to stop. */
  watch(watcher: () => void): () => void;
}

/** A value to watch. Setting what is there already tells nobody. */
function watched<Value>(initial: Value): Watched<Value> {
  let value = initial;
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const watcher of watchers) watcher();
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** A player in which nothing was ever played. */
export const nothingPlays: PlayerState = {
  currentAudio: undefined,
  phase: "idle",
  isPlaying: false,
  isLoading: false,
  list: [],
  index: -1,
  source: undefined,
  repeat: "all",
  rate: RATE_DEFAULT,
  volume: VOLUME_DEFAULT,
  isMuted: false,
  canSetVolume: true,
  sleep: undefined,
};

export const atTheStart: PlayerPosition = { positionSecs: 0, durationSecs: undefined, bufferedSecs: 0 };

/** What is shown of the player. Written by the controller alone. */
export const playerState = watched(nothingPlays);
/** Apart from the state, so that a tick draws a progress bar and not a list. */
export const playerPosition = watched(atTheStart);
/** By id of the audio note. Notes that were never heard are not in it. */
export const heardPositions = watched<ReadonlyMap<string, HeardPosition>>(new Map());
