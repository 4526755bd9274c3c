import { expect, test } from "vitest";
import { TrackRegistry } from "./track-registry";
import type { PlayableTrack } from "./types";

const track = (id: string, durationSecs?: number | null) =>
  ({ id, title: `Title ${id}`, durationSecs }) as unknown as PlayableTrack;

test("tracks are found by id, and converted with their start positions", () => {
  const tracks = new TrackRegistry((id) => (id === "a" ? 12 : 0));
  expect(tracks.addAll([track("a", 60), track("b", null)])).toEqual([
    { id: "a", title: "Title a", durationSecs: 60, startSecs: 12 },
    { id: "b", title: "Title b", durationSecs: undefined, startSecs: 0 },
  ]);
  expect(tracks.get("a")).toEqual(track("a", 60));
  expect(tracks.get("c")).toBeUndefined();
  expect(tracks.get(undefined)).toBeUndefined();
});

test("when a session ends, all tracks of the user are removed", () => {
  const tracks = new TrackRegistry(() => 0);
  tracks.add(track("a"));
  tracks.clear();
  expect(tracks.get("a")).toBeUndefined();
});
