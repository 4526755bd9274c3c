// @vitest-environment jsdom
import { expect, test } from "vitest";
import { lostIn, rememberLost } from "./lost-highlights";

test("S2.mark.2 remembers per file and student that a highlight is missing in the file", () => {
  rememberLost("amara", "a1", "h1");
  rememberLost("amara", "a1", "h2");
  expect(lostIn("amara", "a1")).toEqual(new Set(["h1", "h2"]));
  expect(lostIn("amara", "b2")).toEqual(new Set());
  expect(lostIn("ben", "a1")).toEqual(new Set());
});
