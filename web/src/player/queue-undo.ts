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

  /**
   * Remembers the queue before a change, unless it was empty. `ids` are the tracks after the change; if they are the
   * same as before, does nothing.
   */
  record({ list, index, source }: PlayerState, ids: readonly string[], change: string): void {
    const isSame = ids.length === list.length && ids.every((id, at) => id === list[at]?.id);
    if (!isSame) this.#former = list.length > 0 ? { list, index, source, change } : undefined;
  }

  /** Adds further pages of this source to the remembered queue. Such pages are not a change by the user. */
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
 * Restores a former queue. If the current track is in it, its playback is not interrupted. Otherwise the player returns
 * to the former current track: playing if `isPlaying`, else paused.
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

/** Returns a text that says how many tracks were added. */
export function addedTracksText(tracks: readonly PlayableTrack[]): string {
  const [first] = tracks;
  if (first && tracks.length === 1) return `Added ${first.title}`;
  return `Added ${tracks.length.toLocaleString("en")} audio notes`;
}
