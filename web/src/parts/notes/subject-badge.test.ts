import { expect, it } from "vitest";
import { type SubjectFields, subjectOf } from "./subject-badge";

const notes: [SubjectFields, string][] = [
  [{ courseCode: "CS246", subject: "MATH137", course: "STAT230" }, "CS246"],
  [{ subject: "MATH137", course: "STAT230" }, "MATH137"],
  [{ courseCode: "", course: "STAT230" }, "STAT230"],
  [{}, "Unknown Subject"],
];
it.each(notes)("S2.my.3 the badge shows courseCode, or else subject, or else course: %o", (note, expected) => {
  expect(subjectOf(note)).toBe(expected);
});
