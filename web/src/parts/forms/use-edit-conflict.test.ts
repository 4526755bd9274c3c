import { expect, test } from "vitest";
import { hasSameTexts, mergeEdits } from "./use-edit-conflict";

const base = { title: "Limits", description: "Short", subject: "MATH 137" };

test("uses the text of a field that only the other administrator changed", () => {
  const { values, theirs } = mergeEdits(base, { ...base, description: "Longer" }, { ...base, title: "All limits" });
  expect(values).toEqual({ ...base, title: "All limits", description: "Longer" });
  expect(theirs).toEqual({});
});

test("returns both texts of a field that both administrators changed", () => {
  const { values, theirs } = mergeEdits(base, { ...base, title: "Their limits" }, { ...base, title: "My limits" });
  expect(values.title).toBe("My limits");
  expect(theirs).toEqual({ title: "Their limits" });
});

test("shows no conflict if both administrators wrote the same text", () => {
  const same = { ...base, description: "" };
  expect(mergeEdits(base, same, same)).toEqual({ values: same, theirs: {} });
});

test("texts that differ only in white space removed by the server count as equal", () => {
  expect(hasSameTexts(base, { ...base, title: " Limits ", description: "Short\n" })).toBe(true);
  expect(hasSameTexts(base, { ...base, title: "Limit" })).toBe(false);
  const lines = { ...base, description: "Sums\n\nSeries" };
  expect(hasSameTexts(lines, { ...base, description: " Sums \r\n\r\n\r\nSeries" })).toBe(true);
  expect(hasSameTexts(lines, { ...base, description: "Sums Series" })).toBe(false);
  expect(
    hasSameTexts<Partial<typeof base>>({ ...base, description: "" }, { title: "Limits", subject: "MATH 137" }),
  ).toBe(true);
});
