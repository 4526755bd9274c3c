/**
 * What the player knows and what it can be asked for. Times are in seconds, at normal speed, unless a name
 * says otherwise.
 */

import type { ShelfId } from "@/api/models";

/** An audio note, as far as playing and showing it needs. A whole `AudioNote` of the API is one, too. */
export interface PlayableTrack {
  id: string;
  title: string;
  subject: string;
  shelf: ShelfId;
  durationSecs?: number | null;
  artworkUrl?: string | null;
  uploaderName?: string;
}

/** Where the list that plays came from: shown as 'Playing from …', and compared to mark the page it is on. */
export interface ListSource {
  kind: "shelf" | "playlist" | "course" | "listening" | "queue";
  /** Of the shelf, playlist or course; for the others, the kind itself. */
  id: string;
  title: string;
  /** Its page. */
  href?: string;
}

/** What follows the end of a track. */
export type Repeat = "off" | "all" | "one";

/** `loading`: not heard yet, though asked for, or not there yet. `failed`: it cannot be played, and nothing followed. */
export type Phase = "idle" | "loading" | "paused" | "playing" | "ended" | "failed";

/** When playing stops by itself. */
export type SleepTimer = { kind: "minutes"; endsAtMs: number } | { kind: "end" };

/** Everything shown of the player but the position. The same object until something of it changes. */
export interface PlayerState {
  currentAudio: PlayableTrack | undefined;
  phase: Phase;
  isPlaying: boolean;
  /** Whether the person has to wait for it; also in the middle of a track, while it plays. */
  isLoading: boolean;
  /** The tracks in order, each once. The same array until it changes. */
  list: readonly PlayableTrack[];
  /** Where the current track is in the list; -1 when there is none, or when it is not in the list any more. */
  index: number;
  source: ListSource | undefined;
  repeat: Repeat;
  /** 0.5 to 3; 1 is normal speed. */
  rate: number;
  /** 0 to 1. */
  volume: number;
  isMuted: boolean;
  /** False where only the device's own buttons change the volume: on an iPhone and iPad. */
  canSetVolume: boolean;
  sleep: SleepTimer | undefined;
}

/** Where the current track is. Changes a few times a second while it plays. */
export interface PlayerPosition {
  positionSecs: number;
  durationSecs: number | undefined;
  /** How far the sound has arrived. */
  bufferedSecs: number;
}

/** Where the person stopped in an audio note, on whichever device that was. */
export interface HeardPosition {
  isFinished: boolean;
  positionSecs: number;
}

/** What the player can be asked for. An index outside the list, and anything about nothing, asks for nothing. */
export interface PlayerCommands {
  /** Says which notes may be played soon, for example those on the screen, so that a press plays without a wait. */
  prepare(ids: readonly string[]): void;
  /** Replaces the list and plays the track at `index`. */
  playList(tracks: readonly PlayableTrack[], index: number, source: ListSource): void;
  /** Plays one track; one that is not in the list is put behind the current one first. */
  playTrack(track: PlayableTrack, source: ListSource): void;
  /** Plays the track at `index` of the list as it is. */
  playAt(index: number): void;
  toggle(): void;
  pause(): void;
  resume(): void;
  next(): void;
  /** Restarts a track that was heard for more than 5 s, else plays the one before. */
  previous(): void;
  /** Goes to a position in seconds. */
  seek(positionSecs: number): void;
  /** 15 s back. */
  jumpBack(): void;
  /** 30 s forward. */
  jumpForward(): void;
  /** Plays another track by chance, none twice until all were heard. */
  shuffle(): void;
  setRepeat(repeat: Repeat): void;
  /** Kept for the shelf of the current track, on this device. */
  setRate(rate: number): void;
  /** Puts a track right behind the current one. */
  playNext(track: PlayableTrack): void;
  /** Puts tracks at the end of the list. */
  append(tracks: readonly PlayableTrack[]): void;
  /** Adds further pages of a list that is being played; nothing happens when another list plays by now. */
  extend(sourceId: string, tracks: readonly PlayableTrack[]): void;
  /** Puts tracks in front of the one at `index`; behind the last when there is none. */
  insert(index: number, tracks: readonly PlayableTrack[]): void;
  remove(index: number): void;
  move(from: number, to: number): void;
  /** Takes all but the current track out of the list. */
  clear(): void;
  /** Stops and forgets the current track; the list stays. */
  reset(): void;
  /** 0 to 1, kept on this device. A volume above 0 also takes the mute off. */
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  /** Stops after some minutes, or at the end of the track that plays; `undefined` takes the timer off. */
  sleepAfter(when: number | "end" | undefined): void;
}
