import { expect, test } from "vitest";
import { STUDY_FIT_EVERY_MS, STUDY_FIT_REVIEWS } from "@/core/limits";
import { epochDayOf } from "@/lib/time/days";
import { isFitDue, memoryText, tooFewText } from "./memory-model";

const NOW_MS = 1_790_000_000_000;
const memory = { fittedMs: NOW_MS - STUDY_FIT_EVERY_MS, reviews: 1200, defaultLoss: 0.35, ownLoss: 0.308 };

test("S2.study.6 the memory model is fitted from 400 reviews on, and then once a week", () => {
  expect(isFitDue(undefined, undefined, STUDY_FIT_REVIEWS - 1, NOW_MS)).toBe(false);
  expect(isFitDue(undefined, undefined, STUDY_FIT_REVIEWS, NOW_MS)).toBe(true);
  expect(isFitDue(memory, undefined, STUDY_FIT_REVIEWS, NOW_MS)).toBe(true);
  expect(isFitDue(memory, undefined, 1201, NOW_MS - 1)).toBe(false);
});

test("S2.study.6 an automatic fit waits a week after the last attempt, whatever the number of reviews", () => {
  const today = epochDayOf(new Date(NOW_MS).toISOString().slice(0, 10));
  expect(isFitDue(undefined, today, 10_000, NOW_MS)).toBe(false);
  expect(isFitDue(memory, today - 6, 10_000, NOW_MS)).toBe(false);
  expect(isFitDue(memory, today - 7, 1200, NOW_MS)).toBe(true);
  expect(isFitDue(memory, today - 7, STUDY_FIT_REVIEWS - 1, NOW_MS)).toBe(false);
});

test("S2.study.6 the settings say which memory model is in use and by how much it predicts better", () => {
  expect(memoryText(undefined)).toContain("After 400 reviews");
  expect(memoryText(memory)).toContain("standard memory model");
  expect(memoryText({ ...memory, parameters: [1] })).toBe(
    "Cards follow your own memory model, fitted to your 1,200 reviews. Tested on your latest reviews, its predictions of what you remember are 12% more accurate than those of the standard model.",
  );
  expect(tooFewText(1)).toBe("You have 1 review after a day or more. A memory model needs 400.");
});
