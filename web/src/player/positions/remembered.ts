import type { ShelfId } from "@/api/models";
import { RATE_DEFAULT, VOLUME_DEFAULT } from "@/core/limits";
import { personalStorage } from "@/lib/browser/storage";
import type { ListSource, PlayableTrack, Repeat } from "../types";

/** What belongs to the device, whoever listens. */
const DEVICE_KEY = "nn:player";
/** The entry among the things that this device keeps for one person. */
const QUEUE_KEY = "queue";
/** Most tracks of the list that are remembered, around the current one. */
const QUEUE_MAX_TRACKS = 500;

/** How this device plays. */
export interface Settings {
  volume: number;
  isMuted: boolean;
  repeat: Repeat;
  /** By shelf; a shelf that is missing has normal speed. */
  rates: Partial<Record<ShelfId, number>>;
}

const defaults: Settings = { volume: VOLUME_DEFAULT, isMuted: false, repeat: "all", rates: {} };

/** The speed for a shelf. */
export function rateFor(settings: Settings, shelf: ShelfId): number {
  return settings.rates[shelf] ?? RATE_DEFAULT;
}

/** What was chosen on this device before. */
export function readSettings(): Settings {
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

export function writeSettings(settings: Settings): void {
  try {
    localStorage.setItem(DEVICE_KEY, JSON.stringify(settings));
  } catch {
    // Full or closed: chosen for this page only.
  }
}

/** The list that played last, and which track of it. */
interface RememberedQueue {
  tracks: PlayableTrack[];
  index: number;
  source: ListSource;
}

/** What `uid` listened to before the page was loaded. */
export function readQueue(uid: string): RememberedQueue | undefined {
  try {
    const value = JSON.parse(personalStorage(uid).get(QUEUE_KEY) ?? "") as RememberedQueue;
    return Array.isArray(value.tracks) && value.tracks[value.index] !== undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers the list around the current track. */
export function writeQueue(uid: string, queue: RememberedQueue | undefined): void {
  const own = personalStorage(uid);
  if (!queue) {
    own.remove(QUEUE_KEY);
    return;
  }
  const from = Math.max(0, Math.min(queue.index - QUEUE_MAX_TRACKS / 2, queue.tracks.length - QUEUE_MAX_TRACKS));
  // Only what is played and shown: the tracks may be whole audio notes.
  const tracks = queue.tracks
    .slice(from, from + QUEUE_MAX_TRACKS)
    .map(({ id, title, subject, shelf, durationSecs, artworkUrl, uploaderName }) => {
      return { id, title, subject, shelf, durationSecs, artworkUrl, uploaderName };
    });
  own.set(QUEUE_KEY, JSON.stringify({ tracks, index: queue.index - from, source: queue.source }));
}
