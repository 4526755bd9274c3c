// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { clearUserStorage } from "@/lib/browser/storage";
import { recentlyHeardSubjects, recordListened } from "./recent-listening";

beforeEach(() => localStorage.clear());

it("stores what recordings were about, each recording once, the latest first", () => {
  for (const [id, subject] of [
    ["a", "CS246"],
    ["b", "CS246"],
    ["c", "Study skills"],
    ["a", "CS246"],
  ] as const) {
    recordListened("amara", { id, subject });
  }
  expect(recentlyHeardSubjects("amara")).toEqual(["CS246", "Study skills", "CS246"]);
  for (let number = 0; number < 60; number += 1) recordListened("amara", { id: `x${number}`, subject: "BIO1" });
  expect(recentlyHeardSubjects("amara")).toEqual(Array(50).fill("BIO1"));
});

it("is stored per user and deleted after sign-out", () => {
  recordListened("amara", { id: "a", subject: "CS246" });
  expect(recentlyHeardSubjects("bo")).toEqual([]);
  clearUserStorage();
  expect(recentlyHeardSubjects("amara")).toEqual([]);
});
