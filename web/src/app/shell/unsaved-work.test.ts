// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import type { PlayerModule } from "@/core/player";
import { startWasmModule } from "@/core/testing";
import { createReadingPositionSync } from "@/data/positions/reading-position-sync";
import type { NotePosition } from "@/data/positions/resume-positions";
import { FilesStore } from "@/offline/files/files-store";
import { setHasOfflineFiles } from "@/offline/files/has-offline-files";
import { unsavedWorkAfterGrace, unsavedWorkSentences } from "./unsaved-work";

vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/positions/resume-positions", () => ({ sendNotePositions: async (items: NotePosition[]) => items }));
vi.mock("@/core/player", () => ({ loadPlayer: () => startWasmModule("player_core") }));

const nothing = { uploads: 0, notes: 0, positions: 0, pages: 0, changes: 0, offlineCopyTitles: [] };

test("asks nothing if no work would be lost", () => {
  expect(unsavedWorkSentences(nothing)).toEqual([]);
});

test("describes the work that a sign-out would stop or lose, with counts", () => {
  expect(unsavedWorkSentences({ ...nothing, playing: "Pointers, slowly", uploads: 1 })).toEqual([
    "“Pointers, slowly” is playing and will stop.",
    "1 file is still uploading and won't finish.",
  ]);
  expect(unsavedWorkSentences({ ...nothing, uploads: 3 })).toEqual(["3 files are still uploading and won't finish."]);
  expect(unsavedWorkSentences({ ...nothing, pages: 2 })).toEqual([
    "You will lose what hasn't been sent yet: your position in 2 notes.",
  ]);
  expect(unsavedWorkSentences({ ...nothing, changes: 1 })).toEqual([
    "You will lose what hasn't been sent yet: 1 change.",
  ]);
  expect(unsavedWorkSentences({ ...nothing, notes: 2, positions: 1, changes: 1 })).toEqual([
    "You will lose what hasn't been sent yet: 2 notes for My Notes, your position in 1 audio note, 1 other change.",
  ]);
});

test("S4.offline.11 the Logout dialog names the data deleted from this device", async () => {
  const sentence = (...kept: string[]) => unsavedWorkSentences({ ...nothing, offlineCopyTitles: kept });
  expect(sentence("CS 246")).toEqual(["Will be removed from this device: “CS 246”."]);
  expect(sentence("CS 246", "Limits", "Sets")).toEqual([
    "Will be removed from this device: “CS 246”, “Limits” and “Sets”.",
  ]);
  expect(sentence("CS 246", "Limits", "Sets", "Maps", "Trees")).toEqual([
    "Will be removed from this device: “CS 246”, “Limits”, “Sets” and 2 more.",
  ]);
  const store = new FilesStore("amara");
  const files = { files: [], pictures: [], state: "wanted", hasAssets: false } as const;
  await store.add({ ...files, kind: "course", id: "CS246", key: "course CS246", title: "CS 246", addedAt: 1 }, []);
  store.close();
  setHasOfflineFiles("amara", true);
  expect((await unsavedWorkAfterGrace("amara")).offlineCopyTitles).toEqual(["CS 246"]);
  expect((await unsavedWorkAfterGrace("ben")).offlineCopyTitles).toEqual([]);
});

test("sends the position in an open note before asking about unsaved work", async () => {
  const core: PlayerModule = await startWasmModule("player_core");
  const places = createReadingPositionSync("amara", core);
  places.store("n1", core.recordReading(undefined, places.device, 9, 0, 40, false, false, Date.now()), true);
  expect((await unsavedWorkAfterGrace("amara")).pages).toBe(0);
});
