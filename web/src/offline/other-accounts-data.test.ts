// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";
import {
  AUDIO_POSITIONS_KEY,
  clearUserStorage,
  isUnsyncedKey,
  NOTE_POSITIONS_KEY,
  userStorage,
} from "@/lib/browser/storage";
import { deleteLeftoverData, findOtherAccountsData, isEmpty } from "./other-accounts-data";

const stopped = (unsent: string[]) =>
  JSON.stringify({ positions: { a: { counter: 1, device: "d" }, b: { counter: 2, device: "d" } }, unsent });

beforeEach(() => localStorage.clear());

test("S4.offline.11 keeps another user's unsent positions until the new user is warned, and deletes sent positions at once", async () => {
  userStorage("ben").set(AUDIO_POSITIONS_KEY, stopped(["a", "b"]));
  userStorage("ben").set(NOTE_POSITIONS_KEY, stopped(["a"]));
  userStorage("cleo").set(NOTE_POSITIONS_KEY, stopped([]));
  userStorage("cleo").set("recent", "[]");
  // Start a session of another user.
  clearUserStorage("amara", isUnsyncedKey);
  const left = await findOtherAccountsData("amara");
  expect(left.map((each) => [each.uid, each.positions, isEmpty(each)]).sort()).toEqual([
    ["ben", 3, false],
    ["cleo", 0, true],
  ]);
  await Promise.all(left.map(deleteLeftoverData));
  expect(Object.keys(localStorage)).toEqual([]);
});
