// @vitest-environment jsdom
import { expect, test } from "vitest";
import { readUnanchored, recordUnanchored } from "./unanchored-highlights";

test("S2.mark.2 it is remembered per file and student which highlights are missing in the file", () => {
  recordUnanchored("amara", "a1", "h1");
  recordUnanchored("amara", "a1", "h2");
  expect(readUnanchored("amara", "a1")).toEqual(new Set(["h1", "h2"]));
  expect(readUnanchored("amara", "b2")).toEqual(new Set());
  expect(readUnanchored("ben", "a1")).toEqual(new Set());
});
