import { expect, test } from "vitest";
import { retentionOf, weeksOf } from "./weeks";

test("S4.progress.1 weeks end with today and add up their days", () => {
  const days = Array.from({ length: 16 }, (_, index) => ({
    answers: index % 2,
    tookMs: 1000,
    recalls: 3,
    lapses: 1,
  }));
  const weeks = weeksOf({ days, day: 100 });
  expect(weeks.map(({ first, answers, studied, tookMs }) => [first, answers, studied, tookMs])).toEqual([
    [87, 3, 3, 7000],
    [94, 4, 4, 7000],
  ]);
  expect(weeks.map(retentionOf)).toEqual([75, 75]);
  expect(retentionOf({ recalls: 0, lapses: 0 })).toBeUndefined();
});
