import { expect, test } from "vitest";
import type { AudioNote, Exam, Note } from "@/api/models";
import { countdownText, dayPlanText, examDateText } from "./exam-text";
import { calendarDay, studyDay } from "./study-day";

const exam: Exam = { course: "CS246", date: "2026-12-09", time: "13:30", retentionPercent: 90 };
const day = 20_796;

test("S2.exam.2 shows the days until an exam, and marks a past one", () => {
  expect([12, 1, 0, -1].map((days) => countdownText({ ...exam, title: "Midterm" }, day - days))).toEqual([
    "Midterm in 12 days",
    "Midterm tomorrow at 13:30",
    "Midterm today at 13:30",
    "Midterm was on 9 Dec 2026",
  ]);
  expect(countdownText({ ...exam, time: undefined } as Exam, day)).toBe("Exam today");
  expect(examDateText(exam)).toBe("9 Dec 2026 at 13:30");
});

test("S2.exam.3 describes the work of a day, and shows nothing for a day without work", () => {
  const nothing = { day, newCards: 0, reviews: 0, notes: [], recordings: [], secs: 0 };
  expect(dayPlanText(nothing)).toBeUndefined();
  expect(dayPlanText({ ...nothing, newCards: 1, reviews: 12, notes: [{}, {}] as Note[], secs: 1200 })).toBe(
    "1 new card, 12 reviews, 2 notes, about 20 min",
  );
  expect(dayPlanText({ ...nothing, newCards: 2, reviews: 1, secs: 29 })).toBe("2 new cards, 1 review, under a minute");
  expect(dayPlanText({ ...nothing, recordings: [{}] as AudioNote[], secs: 30 })).toBe("1 audio note, about 1 min");
  expect(dayPlanText({ ...nothing, recordings: [{}, {}] as AudioNote[], secs: 30 })).toMatch(/^2 audio notes, /);
});

test("S2.exam.2 at 3 a.m. the study day is still the previous one, but the calendar day is new", () => {
  const night = new Date(2026, 11, 9, 3).getTime();
  expect(calendarDay(night)).toBe(day);
  expect(studyDay(night)).toBe(day - 1);
  expect(studyDay(night + 60 * 60_000)).toBe(day);
});
