import { expect, test } from "vitest";
import { formatEpochDay } from "@/lib/time/days";
import { dailyRows, intensityOf, weekdayOf } from "./days";

test("days have the same dates and weekdays in every time zone", () => {
  expect([formatEpochDay(0), weekdayOf(0)]).toEqual(["1 Jan 1970", 3]);
  expect([formatEpochDay(20_780), weekdayOf(20_780)]).toEqual(["23 Nov 2026", 0]);
});

test("each count gets its day, counted back from the given last day or forward from the given first day", () => {
  expect(dailyRows([4, 0], { last: 9 })).toEqual([
    { day: 8, count: 4 },
    { day: 9, count: 0 },
  ]);
  expect(dailyRows([4, 0], { first: 9 }).map(({ day }) => day)).toEqual([9, 10]);
});

test("a day with one review is not blank, and the busiest day is the darkest", () => {
  expect([0, 1, 25, 26, 75, 100].map((count) => intensityOf(count, 100))).toEqual([0, 1, 1, 2, 3, 4]);
  expect(intensityOf(1, 1)).toBe(4);
});
