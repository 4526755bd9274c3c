import { describe, expect, it } from "vitest";
import { courseOf, lineUnderTitle, type ShownNote } from "./saved-card";

describe("saved card", () => {
  const badges: [ShownNote, string][] = [
    [{ courseCode: "CS246", subject: "MATH137", course: "STAT230" }, "CS246"],
    [{ subject: "MATH137", course: "STAT230" }, "MATH137"],
    [{ courseCode: "", course: "STAT230" }, "STAT230"],
    [{}, "Unknown Subject"],
  ];
  it.each(badges)("S2.my.3 badge falls back over courseCode, subject, course: %o", (note, expected) => {
    expect(courseOf(note)).toBe(expected);
  });

  it("S2.my.4 shows the description, else the file name", () => {
    expect(lineUnderTitle({ description: "Six patterns", fileName: "a.pdf" })).toBe("Six patterns");
    expect(lineUnderTitle({ description: "", fileName: "a.pdf" })).toBe("a.pdf");
  });
});
