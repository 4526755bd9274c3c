import { expect, test } from "vitest";
import { withChanges } from "./exams";
import type { Exam } from "./models";

const exam = (course: string, date: string): Exam => ({ course, date, retentionPercent: 90 });

test("S2.exam.5 what was not sent yet is laid over the exams that the server knows", () => {
  const known = [exam("CS246", "2026-12-09"), exam("MATH137", "2026-12-01")];
  expect(
    withChanges(known, [
      { kind: "exam", code: "BIO1", exam: exam("BIO1", "2026-12-24") },
      { kind: "exam", code: "MATH137" },
      { kind: "exam", code: "CS246", exam: exam("CS246", "2026-12-11") },
    ]),
  ).toEqual([exam("BIO1", "2026-12-24"), exam("CS246", "2026-12-11")]);
});
