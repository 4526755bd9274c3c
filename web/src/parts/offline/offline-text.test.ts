import { expect, test } from "vitest";
import type { OfflineItem } from "@/offline/files/items";
import { downloadStateText } from "./offline-text";

const thing = { title: "CS 246", state: "wanted" } as OfflineItem;
const some = { files: 3, completeFiles: 1, bytes: 3000, downloadedBytes: 1500, isComplete: false };
const all = { ...some, completeFiles: 3, downloadedBytes: 3000 };

test("S4.offline.9 describes the download state of an offline copy", () => {
  expect([
    downloadStateText(thing, some, false),
    downloadStateText(thing, some, true),
    downloadStateText({ ...thing, state: "paused" }, some, false),
    downloadStateText(thing, all, false),
    downloadStateText(thing, all, true),
    downloadStateText(thing, { ...all, isComplete: true }, true),
  ]).toEqual([
    "1.5 KB of 2.9 KB, 1 of 3 files.",
    "Waiting for a connection. 1.5 KB of 2.9 KB, 1 of 3 files.",
    "Paused. 1.5 KB of 2.9 KB downloaded.",
    "All files are downloaded. Almost done.",
    "Waiting for a connection. All files are downloaded. Almost done.",
    "All of it is on this device: 2.9 KB.",
  ]);
});
