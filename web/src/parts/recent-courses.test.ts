// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { RECENT_COURSES_MAX } from "@/core/limits";
import { clearUserStorage } from "@/lib/browser/storage";
import { readRecentCourses, recordRecentCourse } from "./recent-courses";

beforeEach(() => localStorage.clear());

it("stores the last few courses, each once, the latest first", () => {
  expect(readRecentCourses("amara")).toEqual([]);
  for (const code of ["CS246", "MATH137", "CS246"]) recordRecentCourse("amara", code);
  expect(readRecentCourses("amara")).toEqual(["CS246", "MATH137"]);
  for (let number = 0; number < RECENT_COURSES_MAX; number += 1) recordRecentCourse("amara", `BIO10${number}`);
  expect(readRecentCourses("amara")).toHaveLength(RECENT_COURSES_MAX);
  expect(readRecentCourses("amara")).not.toContain("CS246");
});

it("is stored per user and deleted after sign-out", () => {
  recordRecentCourse("amara", "CS246");
  expect(readRecentCourses("bo")).toEqual([]);
  clearUserStorage();
  expect(readRecentCourses("amara")).toEqual([]);
});
