import type { PlayerCore, Track } from "@/core/player";
import { clock } from "./clock";
import type { PlayableTrack, PlayerState, QueueContext } from "./types";

/** The queue before a change that can be undone. */
export interface PreviousQueue {
  list: readonly PlayableTrack[];
  /** Index of the track that was current; -1 if there was none. */
  index: number;
  source: QueueContext | undefined;
  /** Description of the change, for example "Queue cleared". */
  change: string;
}

/** Remembers the queue before the last change, so that the change can be undone. */
export class QueueUndo {
  #former: PreviousQueue | undefined;

  /** Description of the change that can be undone. */
  get change(): string | undefined {
    return this.#former?.change;
  }

  /** Remembers the queue before a change, unless it was empty. Does nothing if the change left its tracks (`ids`) alone. */
  record({ list, index, source }: PlayerState, ids: readonly string[], change: string): void {
    const isSame = ids.length === list.length && ids.every((id, at) => id === list[at]?.id);
    if (!isSame) this.#former = list.length > 0 ? { list, index, source, change } : undefined;
  }

  /** Adds tracks that a page appended to the list of this source without a change by the user. */
  extend(sourceId: string, tracks: readonly PlayableTrack[]): void {
    if (this.#former?.source?.id === sourceId)
      this.#former = { ...this.#former, list: [...this.#former.list, ...tracks] };
  }

  take(): PreviousQueue | undefined {
    const former = this.#former;
    this.#former = undefined;
    return former;
  }
}

/**
 * Restores a former list without interrupting its tracks. If the current track is not in it, the player returns to the
 * track that was current then: playing if `isPlaying`, otherwise paused.
 */
export function restoreQueue(core: PlayerCore, former: PreviousQueue, tracks: Track[], isPlaying: boolean): void {
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
export function addedTracksText(tracks: readonly PlayableTrack[]): string {
  const [first] = tracks;
  if (first && tracks.length === 1) return `Added ${first.title}`;
  return `Added ${tracks.length.toLocaleString("en")} audio notes`;
}
