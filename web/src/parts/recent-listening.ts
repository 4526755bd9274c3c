import { userStorage } from "@/lib/browser/storage";
import type { PlayableTrack } from "@/player/player";

/**
 * Recordings that the user played last, for the queue and for recommendations. Stored on this device only and deleted at
 * sign-out.
 */

const KEY = "recently-played";
/** Storage key of earlier versions of the app, which stored only ids and subjects. */
const FORMER_KEY = "listened";
/** Maximum number of recordings; older ones say little about current interests. */
const RECENT_MAX_ITEMS = 50;

/** Returns the recordings that `uid` played, newest first. Removes the value of earlier versions. */
export function recentTracks(uid: string): PlayableTrack[] {
  userStorage(uid).remove(FORMER_KEY);
  try {
    const tracks: unknown = JSON.parse(userStorage(uid).get(KEY) ?? "[]");
    return Array.isArray(tracks) ? tracks : [];
  } catch {
    return [];
  }
}

/** Returns the subjects of the recordings that `uid` played, newest first. */
export function recentlyHeardSubjects(uid: string): string[] {
  return recentTracks(uid).map(({ subject }) => subject);
}

export function recordListened(uid: string, track: PlayableTrack): void {
  const { id, title, subject, shelf, durationSecs, artworkUrl, uploaderName } = track;
  const latest = { id, title, subject, shelf, durationSecs, artworkUrl, uploaderName };
  const others = recentTracks(uid).filter((each) => each.id !== id);
  userStorage(uid).set(KEY, JSON.stringify([latest, ...others].slice(0, RECENT_MAX_ITEMS)));
}
