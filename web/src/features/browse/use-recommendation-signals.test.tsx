import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { recommendationReasonText, useRecommendationSignals } from "./use-recommendation-signals";

vi.mock("@/session/session", () => import("@/api/testing"));
let followed = { codes: [] as string[], isKnown: false };
vi.mock("@/data/me/me", () => ({ useFollowedCourses: () => followed }));

test("S2.browse.7 followed courses that load later are used from then on", () => {
  const { result, rerender } = renderHook(useRecommendationSignals);
  expect(result.current).toEqual({ interests: { followed: [], saved: [], listened: [] }, isKnown: false });
  followed = { codes: ["CS246"], isKnown: true };
  rerender();
  expect(result.current).toMatchObject({ interests: { followed: ["CS246"] }, isKnown: true });
  const before = result.current.interests;
  rerender();
  expect(result.current.interests).toBe(before);
});

test.each([
  ["followed", 1, "You follow this"],
  ["saved", 1, "1 note saved"],
  ["saved", 3, "3 notes saved"],
  ["listened", 1, "1 audio note played"],
  ["listened", 2, "2 audio notes played"],
  ["popular", 0, undefined],
] as const)("a course recommended as %s with %i items says: %s", (kind, items, text) => {
  expect(recommendationReasonText({ kind, items } as never)).toBe(text);
});
