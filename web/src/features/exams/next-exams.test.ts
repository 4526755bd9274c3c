import { expect, test } from "vitest";
import type { Exam } from "@/api/models";
import { isoDateOf } from "@/lib/time/days";
import { nextExams } from "./next-exams";

const TODAY = 20_796;
const exam = (course: string, inDays: number, time?: string): Exam => ({
  course,
  date: isoDateOf(TODAY + inDays),
  ...(time && { time }),
  retentionPercent: 90,
});

test("S2.exam.2 the dashboard counts down to the next three exams, but not to past or distant ones", () => {
  const exams = [
    exam("A1", 30),
    exam("B1", -1),
    exam("C1", 3, "14:00"),
    exam("D1", 3, "09:00"),
    exam("E1", 61),
    exam("F1", 0),
  ];
  expect(nextExams(exams, TODAY).map(({ course }) => course)).toEqual(["F1", "D1", "C1"]);
});
