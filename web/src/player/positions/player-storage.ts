import type { ShelfId } from "@/api/models";
import { RATE_DEFAULT, VOLUME_DEFAULT } from "@/core/limits";
import { userStorage } from "@/lib/browser/storage";
import type { PlayableTrack, QueueContext, RepeatMode } from "../types";

/** Storage key of settings that belong to the device, not to a user. */
const DEVICE_KEY = "nn:player";
const QUEUE_KEY = "queue";
/** Maximum number of stored tracks, around the current one. */
const QUEUE_MAX_TRACKS = 500;

export interface PlayerSettings {
  volume: number;
  isMuted: boolean;
  repeat: RepeatMode;
  /** Speed by shelf. Missing shelves use normal speed. */
  rates: Partial<Record<ShelfId, number>>;
  /** Whether louder recordings are lowered. */
  isLoudnessEven: boolean;
  /** Whether silences are passed over. */
  passesSilences: boolean;
  /** Time that passing over silences has saved on this device, in seconds. */
  savedSecs: number;
}

const defaults: PlayerSettings = {
  volume: VOLUME_DEFAULT,
  isMuted: false,
  repeat: "all",
  rates: {},
  isLoudnessEven: true,
  passesSilences: false,
  savedSecs: 0,
};

export function playbackRateOf(settings: PlayerSettings, shelf: ShelfId): number {
  return settings.rates[shelf] ?? RATE_DEFAULT;
}

/** Returns the stored settings, with defaults for missing and invalid values. */
export function readSettings(): PlayerSettings {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(DEVICE_KEY) ?? "");
    if (typeof value !== "object" || value === null) return defaults;
    const settings = { ...defaults, ...value };
    const isVolume = typeof settings.volume === "number" && settings.volume >= 0 && settings.volume <= 1;
    return isVolume ? settings : { ...settings, volume: VOLUME_DEFAULT };
  } catch {
    return defaults;
  }
}

export function writeSettings(settings: PlayerSettings): void {
  try {
    localStorage.setItem(DEVICE_KEY, JSON.stringify(settings));
  } catch {
    // Storage is full or disabled: the settings apply to this page only.
  }
}

interface PersistedQueue {
  tracks: PlayableTrack[];
  index: number;
  source: QueueContext;
}

export function readQueue(uid: string): PersistedQueue | undefined {
  try {
    const value = JSON.parse(userStorage(uid).get(QUEUE_KEY) ?? "") as PersistedQueue;
    return Array.isArray(value.tracks) && value.tracks[value.index] !== undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the part of the queue around the current track. */
export function writeQueue(uid: string, queue: PersistedQueue | undefined): void {
  const own = userStorage(uid);
  if (!queue) {
    own.remove(QUEUE_KEY);
    return;
  }
  const from = Math.max(0, Math.min(queue.index - QUEUE_MAX_TRACKS / 2, queue.tracks.length - QUEUE_MAX_TRACKS));
  // Store only the fields that the player needs, because tracks may be complete audio notes.
  const tracks = queue.tracks
    .slice(from, from + QUEUE_MAX_TRACKS)
    .map(({ id, title, subject, shelf, durationSecs, artworkUrl, uploaderName, waveformVersion }) => {
      return { id, title, subject, shelf, durationSecs, artworkUrl, uploaderName, waveformVersion };
    });
  own.set(QUEUE_KEY, JSON.stringify({ tracks, index: queue.index - from, source: queue.source }));
}
