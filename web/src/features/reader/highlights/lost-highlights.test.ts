// @vitest-environment jsdom
import { expect, test } from "vitest";
import { lostIn, rememberLost } from "./lost-highlights";

test("S2.mark.2 a highlight that is not in a file is remembered for this file and student", () => {
  rememberLost("amara", "a1", "h1");
  rememberLost("amara", "a1", "h2");
  expect(lostIn("amara", "a1")).toEqual(new Set(["h1", "h2"]));
  expect(lostIn("amara", "b2")).toEqual(new Set());
  expect(lostIn("ben", "a1")).toEqual(new Set());
});
