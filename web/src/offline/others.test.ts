// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";
import { HEARD_KEY, mayBeOnlyHere, personalStorage, READ_KEY, wipePersonalStorage } from "@/lib/browser/storage";
import { deleteLeft, isNothing, leftByOthers } from "./others";

const stopped = (unsent: string[]) =>
  JSON.stringify({ positions: { a: { counter: 1, device: "d" }, b: { counter: 2, device: "d" } }, unsent });

beforeEach(() => localStorage.clear());

test("S4.offline.11 keeps another user's unsent positions until the new user is warned, and deletes sent ones at once", async () => {
  personalStorage("ben").set(HEARD_KEY, stopped(["a", "b"]));
  personalStorage("ben").set(READ_KEY, stopped(["a"]));
  personalStorage("cleo").set(READ_KEY, stopped([]));
  personalStorage("cleo").set("recent", "[]");
  // Start a session of another user.
  wipePersonalStorage("amara", mayBeOnlyHere);
  const left = await leftByOthers("amara");
  expect(left.map((each) => [each.uid, each.places, isNothing(each)]).sort()).toEqual([
    ["ben", 3, false],
    ["cleo", 0, true],
  ]);
  await Promise.all(left.map(deleteLeft));
  expect(Object.keys(localStorage)).toEqual([]);
});
