import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useRecommendationSignals } from "./use-recommendation-signals";

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
