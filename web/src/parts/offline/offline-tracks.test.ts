import { expect, test } from "vitest";
import type { OfflineFile, OfflineItem } from "@/offline/files/items";
import { offlineTracksAbout, offlineTracksOf } from "./offline-tracks";

const file = (id: string, courseCode: string, isWhole = true) =>
  [
    `audio ${id}`,
    { kind: "audio", id, isComplete: isWhole, track: { id, title: id, courseCode } } as OfflineFile,
  ] as const;
const note = ["note n1", { kind: "note", id: "n1", isComplete: true } as OfflineFile] as const;
const files = new Map<string, OfflineFile>([note, file("a", "CS246"), file("b", "CS246", false), file("c", "CS246")]);
const course = { kind: "course", id: "CS246", files: ["note n1", "audio a", "audio b"] } as unknown as OfflineItem;
const ids = (tracks: { id: string }[]) => tracks.map(({ id }) => id);

test("S4.offline.9 plays the recordings of an item whose offline copies are complete", () => {
  expect(ids(offlineTracksOf(course, files))).toEqual(["a"]);
});

test("S4.offline.9 lists the recordings of a course from its own and other offline copies, each once", () => {
  expect(ids(offlineTracksAbout("CS246", { items: [course], files }))).toEqual(["a", "c"]);
  expect(ids(offlineTracksAbout("MATH135", { items: [course], files }))).toEqual([]);
});
