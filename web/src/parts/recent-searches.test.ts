// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { RECENT_SEARCHES_MAX } from "@/core/limits";
import { clearUserStorage } from "@/lib/browser/storage";
import { clearSearches, recentSearches, recordSearch } from "./recent-searches";

beforeEach(() => localStorage.clear());

it("stores the last few searches, each once ignoring case, the latest first", () => {
  for (const text of ["calc", " linear   algebra ", "Calc"]) recordSearch("amara", text);
  expect(recentSearches("amara")).toEqual(["Calc", "linear algebra"]);
  for (let number = 0; number < RECENT_SEARCHES_MAX; number += 1) recordSearch("amara", `bio ${number}`);
  expect(recentSearches("amara")).toHaveLength(RECENT_SEARCHES_MAX);
  expect(recentSearches("amara")).not.toContain("Calc");
});

it("ignores blank queries and those above 80 characters", () => {
  for (const text of ["", "  ", "a".repeat(81)]) recordSearch("amara", text);
  expect(recentSearches("amara")).toEqual([]);
});

it("is stored per user, and deleted on request and after sign-out", () => {
  recordSearch("amara", "calc");
  recordSearch("bo", "logic");
  clearSearches("amara");
  expect([recentSearches("amara"), recentSearches("bo")]).toEqual([[], ["logic"]]);
  clearUserStorage();
  expect(recentSearches("bo")).toEqual([]);
});
