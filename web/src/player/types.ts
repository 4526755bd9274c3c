/** Types of the player. Times are in seconds at normal speed unless a name says otherwise. */

import type { AudioChapter, ShelfId } from "@/api/models";

/** Fields of an audio note that the player needs. An `AudioNote` of the API is assignable to it. */
export interface PlayableTrack {
  id: string;
  title: string;
  subject: string;
  shelf: ShelfId;
  durationSecs?: number | null;
  artworkUrl?: string | null;
  uploaderName?: string;
  waveformVersion?: string | null;
}

/** Origin of the list. Shown as "Playing from …" and used to mark the page of the list. */
export interface QueueContext {
  kind: "shelf" | "playlist" | "course" | "listening" | "queue";
  /** Id of the shelf, playlist or course; otherwise the kind. */
  id: string;
  title: string;
  /** Path of its page. */
  href?: string;
}

/** Behaviour at the end of a track. */
export type RepeatMode = "off" | "all" | "one";

/**
 * `loading`: waits for data before the first playback. `failed`: the track cannot be played and no other one followed.
 */
export type PlaybackPhase = "idle" | "loading" | "paused" | "playing" | "ended" | "failed";

/** When playback stops by itself: at a time, or at the end of the current chapter, of the current or a certain track. */
export type SleepTimer =
  | { kind: "minutes"; endsAtMs: number }
  | { kind: "end" | "chapter" }
  | { kind: "track"; id: string; title: string };

/** State of the player without the position. The object is replaced only when a field changes. */
export interface PlayerState {
  currentAudio: PlayableTrack | undefined;
  phase: PlaybackPhase;
  isPlaying: boolean;
  /** True while the user waits for data, including during playback. */
  isLoading: boolean;
  /** Version of the waveform of the file that plays, once its URL is known. */
  waveformVersion: string | undefined;
  /** Tracks in order, without duplicates. The array is replaced only when it changes. */
  list: readonly PlayableTrack[];
  /** Index of the current track in the list; -1 without one or if it was removed. */
  index: number;
  source: QueueContext | undefined;
  /** Chapters of the current track in order. Empty until they have loaded. */
  chapters: readonly AudioChapter[];
  /** Index of the current chapter; -1 before the first one and without chapters. */
  chapter: number;
  repeat: RepeatMode;
  /** Playback speed from 0.5 to 3. */
  rate: number;
  /** From 0 to 1. */
  volume: number;
  isMuted: boolean;
  /** False on iPhone and iPad, where only the device's buttons change the volume. */
  canSetVolume: boolean;
  sleep: SleepTimer | undefined;
  /** Whether recordings that are louder than others are lowered. */
  isLoudnessEven: boolean;
  /** Whether playback passes over silences. */
  passesSilences: boolean;
  /** Time that passing over silences has saved on this device, in seconds. */
  savedSecs: number;
  /** Description of the last change of the queue, if it can be undone. */
  queueChange: string | undefined;
}

/** Playback position. Changes several times a second during playback. */
export interface PlayerPosition {
  positionSecs: number;
  durationSecs: number | undefined;
  /** End of the buffered range. */
  bufferedSecs: number;
}

/** The user's position in an audio note, from any device. */
export interface ResumePosition {
  isFinished: boolean;
  positionSecs: number;
}

/** Commands of the player. Commands with an invalid index or without a current track have no effect. */
export interface PlayerCommands {
  /** Prefetches URLs of notes that may be played soon, for example visible ones. */
  prefetch(ids: readonly string[]): void;
  /**
   * Permits playback that a command starts after a request. Call it within the user gesture. Does not interrupt the
   * current track.
   */
  unlock(): void;
  /** Replaces the list and plays the track at `index`. */
  playList(tracks: readonly PlayableTrack[], index: number, source: QueueContext): void;
  /** Plays one track. Inserts it behind the current one if it is not in the list. */
  playTrack(track: PlayableTrack, source: QueueContext): void;
  playAt(index: number): void;
  toggle(): void;
  pause(): void;
  resume(): void;
  next(): void;
  /** Restarts the track after more than 5 s, otherwise plays the previous one. */
  previous(): void;
  seek(positionSecs: number): void;
  /** Seeks 15 s back. */
  jumpBack(): void;
  /** Seeks 30 s forward. */
  jumpForward(): void;
  /** Sets the chapters of the current track. Does nothing if another track is current. */
  setChapters(id: string, chapters: readonly AudioChapter[]): void;
  /** Sets the silences of a track: start and end of each in milliseconds. */
  setSilences(id: string, silences: readonly number[]): void;
  /** Seeks to the next chapter. Does nothing in the last one. */
  nextChapter(): void;
  /** Restarts the chapter after more than 5 s, otherwise seeks to the previous one. */
  previousChapter(): void;
  /** Plays a random track. Repeats none until all were played. */
  shuffle(): void;
  setRepeat(repeat: RepeatMode): void;
  /** Sets the speed. Stored on this device for the shelf of the current track. */
  setRate(rate: number): void;
  /** Inserts a track behind the current one. */
  playNext(track: PlayableTrack): void;
  /** Inserts a track behind the current one and stops playback after it. */
  playNextThenStop(track: PlayableTrack): void;
  append(tracks: readonly PlayableTrack[]): void;
  /** Appends further pages of the list. Does nothing if another list is playing. */
  appendPages(sourceId: string, tracks: readonly PlayableTrack[]): void;
  /** Inserts tracks before `index`, or at the end if there is no such track. */
  insert(index: number, tracks: readonly PlayableTrack[]): void;
  remove(index: number): void;
  move(from: number, to: number): void;
  /** Removes all tracks except the current one. */
  clear(): void;
  /** Undoes the last change of the list. A list that was replaced returns with the track that was current. */
  undoQueueChange(): void;
  /** Stops and clears the current track. The list stays. */
  reset(): void;
  /** Sets the volume from 0 to 1. Stored on this device. A volume above 0 also unmutes. */
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  /** Sets whether recordings that are louder than others are lowered. Stored on this device. */
  setLoudnessEven(isEven: boolean): void;
  /** Sets whether playback passes over silences. Stored on this device. */
  setPassesSilences(passes: boolean): void;
  /**
   * Stops after some minutes, or at the end of the current chapter or track. `undefined` cancels the timer. The end of
   * a track without chapters counts as the end of its chapter.
   */
  setSleepTimer(when: number | "chapter" | "end" | undefined): void;
}
