import { expect, test, vi } from "vitest";
import {
  manifestInvalidated,
  polled,
  rarelyChanges,
  refetchOnFocus,
  staleAfterAbsence,
  staleTimes,
} from "./cache-policies";

const tab = vi.hoisted(() => ({ returnedMs: 0 }));
vi.mock("@/lib/browser/tab-return", () => ({ lastTabReturnMs: () => tab.returnedMs }));

const MINUTE_MS = 60_000;

test("data that others change are stale after half a minute, others after some minutes", () => {
  expect(staleTimes.live).toBe(30_000);
  expect(staleTimes.minutes(3)).toBe(3 * MINUTE_MS);
  expect(manifestInvalidated).toEqual({ staleTime: 5 * MINUTE_MS });
  expect(refetchOnFocus).toEqual({ staleTime: 5 * MINUTE_MS, refetchOnWindowFocus: "always" });
  expect(rarelyChanges).toEqual({ staleTime: 30 * MINUTE_MS, gcTime: 30 * MINUTE_MS });
});

test("lists of the console are polled while they are shown", () => {
  expect(polled).toEqual({ staleTime: 30_000, refetchInterval: 30_000, refetchOnWindowFocus: "always" });
});

test.each([
  [999, 0],
  [1000, 30 * MINUTE_MS],
  [1001, 30 * MINUTE_MS],
])("data read at %i ms are stale once the student returned at 1000 ms: %i", (dataUpdatedAt, staleMs) => {
  tab.returnedMs = 1000;
  expect(staleAfterAbsence.staleTime({ state: { dataUpdatedAt } })).toBe(staleMs);
});
