import { afterEach, expect, test, vi } from "vitest";
import { durationText } from "./days";

test("durations are formatted in hours and minutes", () => {
  expect([20_000, 60_000, 59 * 60_000, 7_200_000, 7_500_000].map(durationText)).toEqual([
    "under a minute",
    "1 min",
    "59 min",
    "2 h",
    "2 h 5 min",
  ]);
});

afterEach(() => void vi.unstubAllEnvs());

test.each(["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])(
  "dates are the same in the time zone %s",
  async (zone) => {
    vi.stubEnv("TZ", zone);
    // The formatters are created when the module is loaded.
    vi.resetModules();
    const { isoDateOf, epochDayOf, formatEpochDay, weekdayText } = await import("./days");
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    expect(epochDayOf("2026-12-09")).toBe(20_796);
    expect(isoDateOf(20_796)).toBe("2026-12-09");
    expect(formatEpochDay(20_796)).toBe("9 Dec 2026");
    expect(weekdayText(20_796)).toBe("Wed 9 Dec");
  },
);
