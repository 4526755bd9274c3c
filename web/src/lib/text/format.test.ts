import { expect, test } from "vitest";
import { counted, formatBytes, formatDay, formatTimeLeft } from "./format";

test.each([
  [0, "0 bytes"],
  [1023, "1023 bytes"],
  [1024, "1 KB"],
  [13_002_342, "12.4 MB"],
  [104_857_600, "100 MB"],
  [5 * 1024 ** 4, "5120 GB"],
  [-5, "0 bytes"],
])("%d bytes are shown as %s", (bytes, expected) => expect(formatBytes(bytes)).toBe(expected));

test.each([
  [0.2, "about 1 s left"],
  [59.4, "about 59 s left"],
  [90, "about 2 min left"],
  [7200, "about 2 h left"],
  [Number.POSITIVE_INFINITY, ""],
])("%d seconds are shown as '%s'", (seconds, expected) => expect(formatTimeLeft(seconds)).toBe(expected));

test.each([
  [0, "0 cards"],
  [1, "1 card"],
  [2, "2 cards"],
])("%d is counted as '%s'", (count, expected) => expect(counted(count, "card", "cards")).toBe(expected));

test("an invalid date shows nothing", () => {
  expect(formatDay("soon")).toBe("");
  expect(formatDay("2026-11-02T12:00:00Z")).toBe("2 Nov 2026");
});
