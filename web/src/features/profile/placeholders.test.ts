import { expect, test } from "vitest";
import { PLACEHOLDER_AVATARS } from "@/core/limits";
import { hasCoverArt } from "@/ui/media/cover-art";
import { coursePlaceholder, placeholders } from "./placeholders";

test("S9.c.12 there are five different placeholder avatars, and a course always has the same one", () => {
  expect(placeholders).toHaveLength(PLACEHOLDER_AVATARS);
  expect(new Set(placeholders.map(({ d }) => d)).size).toBe(5);
  const codes = Array.from({ length: 60 }, (_, number) => `HIST${100 + number}`);
  expect(new Set(codes.map(coursePlaceholder)).size).toBe(5);
  for (const code of codes) expect(coursePlaceholder(code)).toBe(coursePlaceholder(code));
});

test("S2.pub.2 a subject with its own drawing uses no placeholder", () => {
  expect(["CS246", "MATH137", "STAT230", "PHYS121", "CHEM120"].every(hasCoverArt)).toBe(true);
  expect(hasCoverArt("HIST103")).toBe(false);
});
