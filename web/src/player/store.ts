import { RATE_DEFAULT, VOLUME_DEFAULT } from "@/core/limits";
import { createWatchers } from "@/lib/watchers";
import type { PlayerPosition, PlayerState, ResumePosition } from "./types";

interface Watched<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls `watcher` after each change. Returns the unsubscribe function. */
  watch(watcher: () => void): () => void;
}

/** Creates an observable value. Setting the same value does not notify watchers. */
function watched<Value>(initial: Value): Watched<Value> {
  let value = initial;
  const { watch, tell } = createWatchers();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      tell();
    },
    watch,
  };
}

/** Initial state of the player. */
export const initialState: PlayerState = {
  currentAudio: undefined,
  waveformVersion: undefined,
  phase: "idle",
  isPlaying: false,
  isLoading: false,
  list: [],
  index: -1,
  source: undefined,
  chapters: [],
  chapter: -1,
  repeat: "all",
  rate: RATE_DEFAULT,
  volume: VOLUME_DEFAULT,
  isMuted: false,
  canSetVolume: true,
  sleep: undefined,
  isLoudnessEven: true,
  passesSilences: false,
  savedSecs: 0,
  queueChange: undefined,
};

export const initialPosition: PlayerPosition = { positionSecs: 0, durationSecs: undefined, bufferedSecs: 0 };

/** State of the player for components. Only the controller writes it. */
export const playerState = watched(initialState);
/** Separate from the state, so that a tick rerenders the progress bar but not the list. */
export const playerPosition = watched(initialPosition);
/** Positions by audio note id. Notes without a position are missing. */
export const resumePositions = watched<ReadonlyMap<string, ResumePosition>>(new Map());

/** Returns true if every field of `one` has the same value in `other`. */
export const isShallowEqual = <State extends object>(one: State, other: State) =>
  (Object.keys(one) as (keyof State)[]).every((key) => Object.is(one[key], other[key]));
