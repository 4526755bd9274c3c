import { expect, test } from "vitest";
import { formatClock, formatTotal, spokenDuration } from "./duration";

test.each([
  [0, "0:00"],
  [5, "0:05"],
  [245, "4:05"],
  [59.999, "0:59"],
  [3599, "59:59"],
  [4503, "75:03"],
  [undefined, "--:--"],
  [null, "--:--"],
  [-1, "--:--"],
  [Number.NaN, "--:--"],
  [Number.POSITIVE_INFINITY, "--:--"],
])("S4.play.13 %s seconds read as %s", (secs, text) => {
  expect(formatClock(secs)).toBe(text);
});

test.each([
  [3900, "about 1 hr 5 min"],
  [7500, "about 2 hrs 5 min"],
  [2700, "about 45 min"],
  [3600, "about 1 hr 0 min"],
  [89, "about 1 min"],
  [90, "about 2 min"],
  [3599, "about 1 hr 0 min"],
  [0, "about 0 min"],
])("S9.c.14 %s seconds in all read as '%s'", (secs, text) => {
  expect(formatTotal(secs)).toBe(text);
});

test.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [62.9, "1 minute 2 seconds"],
  [3600, "1 hour"],
  [7325, "2 hours 2 minutes 5 seconds"],
])("%s seconds are read out as '%s'", (secs, text) => {
  expect(spokenDuration(secs)).toBe(text);
});
