import type { Track } from "@/core/player";
import type { PlayableTrack } from "./types";

/** The core knows tracks by id; this remembers the rest of everything that was ever put into the list of this page. */
export class Tracks {
  readonly #byId = new Map<string, PlayableTrack>();
  readonly #startOf: (id: string) => number;

  /** `startOf`: where a track is to start, in seconds. */
  constructor(startOf: (id: string) => number) {
    this.#startOf = startOf;
  }

  get(id: string | undefined): PlayableTrack | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  clear(): void {
    this.#byId.clear();
  }

  /** One track as the core takes it. */
  rememberOne(track: PlayableTrack): Track {
    this.#byId.set(track.id, track);
    const { id, title, durationSecs } = track;
    return { id, title, durationSecs: durationSecs ?? undefined, startSecs: this.#startOf(id) };
  }

  /** Several tracks as the core takes them. */
  remember(tracks: readonly PlayableTrack[]): Track[] {
    return tracks.map((track) => this.rememberOne(track));
  }
}
