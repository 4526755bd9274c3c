import { describe, expect, it } from "vitest";
import type { AudioNote } from "@/api/models";
import { begunNotes, type Listening, timeLeft } from "./listening";

const note = (id: string) => ({ id, title: id, subject: "CS246", shelf: "radio", durationSecs: 600 }) as AudioNote;
const listed = (id: string, secs: number): Listening => ({ audio: note(id), position: { positionMs: secs * 1000 } });
const heard = (...entries: [string, number, boolean?][]) =>
  new Map(entries.map(([id, positionSecs, isFinished = false]) => [id, { positionSecs, isFinished }]));
const shown = (...of: Parameters<typeof begunNotes>) =>
  begunNotes(...of).map(({ track, positionSecs }) => `${track.id} ${positionSecs}`);

describe("what to go on with", () => {
  it("is what the server lists, in its order", () => {
    expect(shown([listed("a", 90), listed("b", 30)], new Map(), undefined)).toEqual(["a 90", "b 30"]);
    expect(shown([], new Map(), undefined)).toEqual([]);
  });

  it("knows of this device where it has gone on, and what it has finished", () => {
    const here = heard(["a", 120], ["b", 600, true]);
    expect(shown([listed("a", 90), listed("b", 30), listed("c", 50)], here, undefined)).toEqual(["a 120", "c 50"]);
  });

  it("begins with what plays here and is not listed yet, once it has begun", () => {
    expect(shown([listed("a", 90)], heard(["x", 61]), note("x"))).toEqual(["x 61", "a 90"]);
    expect(shown([listed("a", 90)], heard(["x", 3]), note("x"))).toEqual(["a 90"]);
    expect(shown([listed("a", 90)], heard(["a", 95]), note("a"))).toEqual(["a 95"]);
  });

  it("leaves out what somebody went back to the beginning of", () => {
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
])("of %s s, heard for %s s, says %s", (duration, position, text) => {
  expect(timeLeft(duration, position)).toBe(text);
});
