// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { clearUserStorage, userStorage } from "@/lib/browser/storage";
import { recentlyHeardSubjects, recentTracks, recordListened } from "./recent-listening";

beforeEach(() => localStorage.clear());

const track = (id: string, subject: string) => ({ id, subject, title: `Title ${id}`, shelf: "deep-dive" as const });

it("stores the recordings that were played, each one once, the latest first", () => {
  for (const [id, subject] of [
    ["a", "CS246"],
    ["b", "CS246"],
    ["c", "Study skills"],
    ["a", "CS246"],
  ] as const) {
    recordListened("amara", track(id, subject));
  }
  expect(recentTracks("amara")).toEqual([track("a", "CS246"), track("c", "Study skills"), track("b", "CS246")]);
  expect(recentlyHeardSubjects("amara")).toEqual(["CS246", "Study skills", "CS246"]);
  for (let number = 0; number < 60; number += 1) recordListened("amara", track(`x${number}`, "BIO1"));
  expect(recentlyHeardSubjects("amara")).toEqual(Array(50).fill("BIO1"));
});

it("S4.queue.4 is stored per user and deleted after sign-out", () => {
  recordListened("amara", track("a", "CS246"));
  expect(recentlyHeardSubjects("bo")).toEqual([]);
  clearUserStorage();
  expect(recentlyHeardSubjects("amara")).toEqual([]);
});

it("a damaged stored list is treated as empty", () => {
  userStorage("amara").set("recently-played", "{");
  expect(recentTracks("amara")).toEqual([]);
  recordListened("amara", track("a", "CS246"));
  expect(recentTracks("amara")).toEqual([track("a", "CS246")]);
});

it("removes the value of earlier versions, of this user only", () => {
  for (const uid of ["amara", "bo"]) userStorage(uid).set("listened", "CS246");
  expect(recentTracks("amara")).toEqual([]);
  expect(["amara", "bo"].map((uid) => userStorage(uid).get("listened"))).toEqual([undefined, "CS246"]);
});
