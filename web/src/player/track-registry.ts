import type { Track } from "@/core/player";
import type { PlayableTrack } from "./types";

/** Metadata of every track that was added to the list on this page. The core knows only ids. */
export class TrackRegistry {
  readonly #byId = new Map<string, PlayableTrack>();
  readonly #startOf: (id: string) => number;

  /** `startSecsOf` returns the start position of a track in seconds. */
  constructor(startOf: (id: string) => number) {
    this.#startOf = startOf;
  }

  get(id: string | undefined): PlayableTrack | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  clear(): void {
    this.#byId.clear();
  }

  /** Stores a track and converts it for the core. */
  add(track: PlayableTrack): Track {
    this.#byId.set(track.id, track);
    const { id, title, durationSecs } = track;
    return { id, title, durationSecs: durationSecs ?? undefined, startSecs: this.#startOf(id) };
  }

  addAll(tracks: readonly PlayableTrack[]): Track[] {
    return tracks.map((track) => this.add(track));
  }
}
