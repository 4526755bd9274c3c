import { expect, test } from "vitest";
import { intervalText } from "./interval";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test.each([
  [MINUTE_MS, "1 min"],
  [5.5 * MINUTE_MS, "6 min"],
  [10 * MINUTE_MS, "10 min"],
  [DAY_MS, "1 day"],
  [8 * DAY_MS, "8 days"],
  [70 * DAY_MS, "2.3 months"],
  [365 * DAY_MS, "1 year"],
  [36_500 * DAY_MS, "99.9 years"],
])("formats %i ms as %s", (intervalMs, text) => {
  expect(intervalText(intervalMs)).toBe(text);
});
