import type { PlayableTrack } from "./types";

/** The columns in which a list crosses to the core. NaN stands for a duration that is not known. */
type Columns = [ids: string[], titles: string[], durationsSecs: Float64Array, startsSecs: Float64Array];

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
  column(track: PlayableTrack): [id: string, title: string, durationSecs: number | undefined, startSecs: number] {
    this.#byId.set(track.id, track);
    return [track.id, track.title, track.durationSecs ?? undefined, this.#startOf(track.id)];
  }

  /** Several tracks as the core takes them. */
  columns(tracks: readonly PlayableTrack[]): Columns {
    for (const track of tracks) this.#byId.set(track.id, track);
    return [
      tracks.map((track) => track.id),
      tracks.map((track) => track.title),
      Float64Array.from(tracks, (track) => track.durationSecs ?? Number.NaN),
      Float64Array.from(tracks, (track) => this.#startOf(track.id)),
    ];
  }
}
