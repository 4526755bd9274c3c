import { expect, test } from "vitest";
import { sentencesOf } from "./unfinished";

const nothing = { uploads: 0, notes: 0, positions: 0, pages: 0, changes: 0 };

test("nobody is asked when nothing is lost", () => {
  expect(sentencesOf(nothing)).toEqual([]);
});

test("what a sign-out would stop or lose is counted in words", () => {
  expect(sentencesOf({ ...nothing, playing: "Pointers, slowly", uploads: 1 })).toEqual([
    "“Pointers, slowly” is playing and would stop.",
    "1 file is still being uploaded and would not arrive.",
  ]);
  expect(sentencesOf({ ...nothing, uploads: 3 })).toEqual(["3 files are still being uploaded and would not arrive."]);
  expect(sentencesOf({ ...nothing, pages: 2 })).toEqual(["Not sent yet, and lost: where you stopped in 2 notes."]);
  expect(sentencesOf({ ...nothing, changes: 1 })).toEqual(["Not sent yet, and lost: 1 change."]);
  expect(sentencesOf({ ...nothing, notes: 2, positions: 1, changes: 1 })).toEqual([
    "Not sent yet, and lost: 2 notes for My Notes, where you stopped in 1 recording, 1 other change.",
  ]);
});
