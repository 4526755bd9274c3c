import { describe, expect, it } from "vitest";
import type { AudioNote } from "@/api/models";
import { type ListeningRecord, recordingsToResume, timeLeft } from "./recordings-to-resume";

const note = (id: string) => ({ id, title: id, subject: "CS246", shelf: "radio", durationSecs: 600 }) as AudioNote;
const listed = (id: string, secs: number): ListeningRecord => ({
  audio: note(id),
  position: { positionMs: secs * 1000 },
});
const heard = (...entries: [string, number, boolean?][]) =>
  new Map(entries.map(([id, positionSecs, isFinished = false]) => [id, { positionSecs, isFinished }]));
const shown = (...of: Parameters<typeof recordingsToResume>) =>
  recordingsToResume(...of).map(({ track, positionSecs }) => `${track.id} ${positionSecs}`);

describe("recordings to resume", () => {
  it("lists the recordings that the server returns, in the same order", () => {
    expect(shown([listed("a", 90), listed("b", 30)], new Map(), undefined)).toEqual(["a 90", "b 30"]);
    expect(shown([], new Map(), undefined)).toEqual([]);
  });

  it("applies newer positions of this device, and drops recordings finished here", () => {
    const here = heard(["a", 120], ["b", 600, true]);
    expect(shown([listed("a", 90), listed("b", 30), listed("c", 50)], here, undefined)).toEqual(["a 120", "c 50"]);
  });

  it("starts with the current recording once it has played, even if the list does not contain it yet", () => {
    expect(shown([listed("a", 90)], heard(["x", 61]), note("x"))).toEqual(["x 61", "a 90"]);
    expect(shown([listed("a", 90)], heard(["x", 3]), note("x"))).toEqual(["a 90"]);
    expect(shown([listed("a", 90)], heard(["a", 95]), note("a"))).toEqual(["a 95"]);
  });

  it("omits a recording that was moved back to its beginning", () => {
    expect(shown([listed("a", 90)], heard(["a", 0]), undefined)).toEqual([]);
  });
});

it.each([
  [600, 0, "10 min left"],
  [600, 595, "less than a minute left"],
  [600, 700, "less than a minute left"],
  [3600, 0, "1 hr left"],
  [3900, 0, "1 hr 5 min left"],
  [7500, 60, "2 hrs 4 min left"],
  [undefined, 50, undefined],
  [0, 50, undefined],
])("a recording of %s s at %s s shows %s", (duration, position, text) => {
  expect(timeLeft(duration, position)).toBe(text);
});
