import type { PlayerCore, Track } from "@/core/player";
import { clock } from "./clock";
import type { PlayableTrack, PlayerState, QueueContext } from "./types";

/** The queue before a change that can be taken back. */
export interface FormerQueue {
  list: readonly PlayableTrack[];
  /** Index of the track that was current; -1 if there was none. */
  index: number;
  source: QueueContext | undefined;
  /** Description of the change, for example "Queue cleared". */
  change: string;
}

/** Remembers the queue before the last change, so that the change can be taken back. */
export class QueueUndo {
  #former: FormerQueue | undefined;

  /** Description of the change that can be taken back. */
  get change(): string | undefined {
    return this.#former?.change;
  }

  /** Remembers the queue before a change. Does nothing if it was empty or if the change left its tracks (`ids`) alone. */
  record({ list, index, source }: PlayerState, ids: readonly string[], change: string): void {
    const isSame = ids.length === list.length && ids.every((id, at) => id === list[at]?.id);
    if (list.length > 0 && !isSame) this.#former = { list, index, source, change };
  }

  /** Adds tracks that a page appended to the list without a change by the user. */
  extend(tracks: readonly PlayableTrack[]): void {
    if (this.#former) this.#former = { ...this.#former, list: [...this.#former.list, ...tracks] };
  }

  take(): FormerQueue | undefined {
    const former = this.#former;
    this.#former = undefined;
    return former;
  }
}

/**
 * Restores a former list without interrupting its tracks. If the current track is not in it, the player returns to the
 * track that was current then: playing if `isPlaying`, otherwise paused.
 */
export function restoreQueue(core: PlayerCore, former: FormerQueue, tracks: Track[], isPlaying: boolean): void {
  core.setList(clock(), tracks);
  if (core.index >= 0 || former.index < 0) return;
  if (isPlaying) {
    core.playAt(clock(), former.index);
    return;
  }
  core.reset(clock());
  core.takeUp(clock(), tracks, former.index);
}

/** Formats a number of added tracks. */
export function addedText(tracks: readonly PlayableTrack[]): string {
  const [first] = tracks;
  if (first && tracks.length === 1) return `Added ${first.title}`;
  return `Added ${tracks.length.toLocaleString("en")} audio notes`;
}
