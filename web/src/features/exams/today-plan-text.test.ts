import { expect, test } from "vitest";
import type { PlannedDay } from "@/parts/exams/plan";
import { todayPlanText } from "./today-plan-text";

const day = (newCards: number): PlannedDay => ({
  day: 1,
  newCards,
  reviews: 0,
  notes: [],
  recordings: [],
  secs: 60 * newCards,
});

test("says what is planned for today, or why nothing is", () => {
  expect(todayPlanText({ days: [day(2), day(1)], hasBegun: true })).toBe("Today: 2 new cards, about 2 min");
  expect(todayPlanText({ days: [day(2)], hasBegun: false }, "")).toBe("2 new cards, about 2 min");
  expect(todayPlanText({ days: [day(0), day(1)], hasBegun: true })).toBe("Today's share is done.");
  expect(todayPlanText({ days: [day(0), day(1)], hasBegun: false })).toBe("Nothing to do today.");
  expect(todayPlanText({ days: [day(0), day(0)], hasBegun: false })).toBe("There is nothing left to study.");
  expect(todayPlanText({ days: [], hasBegun: false })).toBe("There is nothing left to study.");
});
