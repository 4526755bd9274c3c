import { expect, test, vi } from "vitest";
import type { Exam } from "@/api/models";
import { applyExamChanges, removeExam } from "./exams";

const add = vi.hoisted(() => vi.fn());
vi.mock("@/offline/outbox/queue", async (original) => ({ ...(await original<object>()), enqueueChange: add }));

const exam = (course: string, date: string): Exam => ({ course, date, retentionPercent: 90 });

test("S2.exam.5 pending changes are applied to the exams of the server", () => {
  const known = [exam("CS246", "2026-12-09"), exam("MATH137", "2026-12-01")];
  expect(
    applyExamChanges(known, [
      { kind: "exam", code: "BIO1", exam: exam("BIO1", "2026-12-24") },
      { kind: "exam", code: "MATH137" },
      { kind: "exam", code: "CS246", exam: exam("CS246", "2026-12-11") },
    ]),
  ).toEqual([exam("BIO1", "2026-12-24"), exam("CS246", "2026-12-11")]);
});

test("S3.exam.2 removing an exam keeps its set-aside exams, and the first of them becomes active", async () => {
  const [first, second] = [exam("CS246E", "2026-12-11"), exam("CS246F", "2026-12-12")];
  await removeExam(exam("CS246", "2026-12-09"));
  await removeExam({ ...exam("CS246", "2026-12-09"), calendarUntil: "2026-12-08", setAside: [first, second] });
  await removeExam({ ...exam("CS246", "2026-12-09"), setAside: [first] });
  await removeExam({ ...exam("CS246", "2026-12-09"), id: "CS246.1", setAside: [{ ...first, id: "CS246E.2" }] });
  const counts = exam("CS246", "2026-12-11");
  const change = { kind: "exam", code: "CS246", dropsSetAside: ["CS246E"] };
  expect(add.mock.calls).toEqual([
    [{ kind: "exam", code: "CS246" }],
    [{ ...change, exam: { ...counts, calendarUntil: "2026-12-08", setAside: [second] } }],
    [{ ...change, exam: counts }],
    [{ ...change, exam: { ...counts, id: "CS246E.2" }, dropsSetAside: ["CS246E.2"] }],
  ]);
});

test("S3.exam.2 removing an exam sends the id of the exam that the student saw", async () => {
  add.mockReset();
  await removeExam({ ...exam("CS246", "2026-12-09"), id: "CS246.1" });
  expect(add.mock.calls).toEqual([[{ kind: "exam", code: "CS246", id: "CS246.1" }]]);
});
