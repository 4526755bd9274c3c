import { expect, test } from "vitest";
import type { StudyCard } from "@/api/models";
import { moveCard } from "./chapters";

const cards = ["a", "b", "c"].map(
  (id, index): StudyCard => ({ id, chapterId: "k", order: index + 1, title: id, content: "", version: 1 }),
);

test.each([
  ["a", "b", "bac"],
  ["a", "c", "bca"],
  ["c", undefined, "cab"],
  ["b", "a", "abc"],
  ["x", "a", "abc"],
])("S7.rd.12 moving card %s right after %s gives the order %s", (id, after, expected) => {
  const now = moveCard(cards, id, after);
  expect(now.map((card) => card.id).join("")).toBe(expected);
  expect(now.map((card) => card.order)).toEqual([1, 2, 3]);
});
