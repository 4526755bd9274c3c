import { expect, test } from "vitest";
import { monthsUpTo, sentenceOf } from "./activity";

test("H21 the months of the log end with this one and cross the year, in UTC", () => {
  const months = monthsUpTo(new Date("2026-02-01T00:30:00Z"));
  expect(months).toHaveLength(14);
  expect(months.slice(0, 3)).toEqual([
    { value: "2026-02", label: "February 2026" },
    { value: "2026-01", label: "January 2026" },
    { value: "2025-12", label: "December 2025" },
  ]);
});

test("H21 an action is a sentence, and one that has none shows its name", () => {
  expect(sentenceOf({ action: "delete_note" })).toBe("moved a course note to the trash");
  expect(sentenceOf({ action: "publish_upload" })).toBe("published a file");
  expect(sentenceOf({ action: "refuse_upload" })).toBe("sent a file that was refused");
  expect(sentenceOf({ action: "fold_paper" })).toBe("fold paper");
});
