import { expect, test } from "vitest";
import { selectedWorkload, type TodayWorkload } from "./today-workload";

const share: TodayWorkload = {
  courses: [
    { code: "CS246", cards: 40, due: 4, newCards: 20 },
    { code: "MATH137", cards: 30, due: 3, newCards: 20 },
    { code: "STAT230", cards: undefined, due: 0, newCards: 0 },
  ],
  deleted: [],
  dueLeft: 7,
  newLeft: 20,
  paceMs: 10_000,
  streakDays: 2,
  day: 20_000,
  yearAnswers: 0,
  week: [0, 0, 0, 0, 0, 3, 1],
};

test("S2.study.5 adds the cards of the selected courses within the daily limits", () => {
  expect(selectedWorkload(share, ["CS246", "MATH137", "STAT230"])).toEqual({
    due: 7,
    newCards: 20,
    isLimited: true,
    ms: 270_000,
  });
});

test("S2.study.5 a course that is not selected adds no cards", () => {
  expect(selectedWorkload(share, ["MATH137"])).toEqual({ due: 3, newCards: 20, isLimited: false, ms: 230_000 });
  expect(selectedWorkload(share, [])).toEqual({ due: 0, newCards: 0, isLimited: false, ms: 0 });
});
