// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { RECENT_COURSES_MAX } from "@/core/limits";
import { clearUserStorage } from "@/lib/browser/storage";
import { recentCourses, recordRecentCourse } from "./recent-courses";

beforeEach(() => localStorage.clear());

it("stores the last few courses, each once, the latest first", () => {
  expect(recentCourses("amara")).toEqual([]);
  for (const code of ["CS246", "MATH137", "CS246"]) recordRecentCourse("amara", code);
  expect(recentCourses("amara")).toEqual(["CS246", "MATH137"]);
  for (let number = 0; number < RECENT_COURSES_MAX; number += 1) recordRecentCourse("amara", `BIO10${number}`);
  expect(recentCourses("amara")).toHaveLength(RECENT_COURSES_MAX);
  expect(recentCourses("amara")).not.toContain("CS246");
});

it("is stored per user and deleted after sign-out", () => {
  recordRecentCourse("amara", "CS246");
  expect(recentCourses("bo")).toEqual([]);
  clearUserStorage();
  expect(recentCourses("amara")).toEqual([]);
});
