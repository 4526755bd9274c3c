// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import type { NotePosition } from "@/api/positions";
import { readingPlaces } from "@/api/reading-places";
import type { PlayerModule } from "@/core/player";
import { startCompiled } from "@/core/testing";
import { sentencesOf, unfinishedAfterAll } from "./unfinished";

vi.mock("@/api/session", () => import("@/api/testing"));
vi.mock("@/api/positions", () => ({ sendReading: async (items: NotePosition[]) => items }));
vi.mock("@/core/player", () => ({ loadPlayer: () => startCompiled("player_core") }));

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

test("where somebody is in a note arrives before they are asked whether it may be lost", async () => {
  const core: PlayerModule = await startCompiled("player_core");
  const places = readingPlaces("amara", core);
  places.keep("n1", core.recordReading(undefined, places.device, 9, 0, 40, false, false, Date.now()), true);
  expect((await unfinishedAfterAll("amara")).pages).toBe(0);
});
