import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const fakes = vi.hoisted(() => ({ fit: vi.fn(), settings: {} as object | undefined, uid: "u1" }));
vi.mock("@/session/session", () => ({ useSession: () => ({ me: { uid: fakes.uid } }) }));
vi.mock("@/data/study/study-settings", () => ({ useStudySettings: () => fakes.settings }));
vi.mock("@/parts/review/fit-memory", () => ({ fitMemory: fakes.fit }));
vi.mock("../study/today-workload", () => ({ todayShareKey: ["today-share"] }));

const NOW_MS = Date.UTC(2026, 9, 1, 12);
const DAY_MS = 86_400_000;

beforeEach(() => {
  localStorage.clear();
  fakes.settings = {};
  // The fit counts fewer reviews than the page.
  fakes.fit.mockReset().mockResolvedValue({ reviews: 399 });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  fakes.uid = "u1";
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);

/** Loads the page again at this time, with this number of answers. */
async function visit(nowMs: number, answers: number | undefined) {
  cleanup();
  vi.resetModules();
  vi.spyOn(Date, "now").mockReturnValue(nowMs);
  const { useWeeklyFit } = await import("./use-weekly-fit");
  await act(async () => {
    renderHook(() => useWeeklyFit(answers), { wrapper });
  });
}
const attempts = () => fakes.fit.mock.calls.length;

test("S2.study.6 an automatic fit that finds too few reviews is repeated after a week, not on each visit", async () => {
  await visit(NOW_MS, 450);
  await vi.waitFor(() => expect(attempts()).toBe(1));
  await visit(NOW_MS + DAY_MS, 460);
  await visit(NOW_MS + 6 * DAY_MS, 470);
  expect(attempts()).toBe(1);
  await visit(NOW_MS + 7 * DAY_MS, 470);
  await vi.waitFor(() => expect(attempts()).toBe(2));
});

test("S2.study.6 a model is fitted again after a week although the page counts fewer reviews than the fit", async () => {
  fakes.settings = { memory: { fittedMs: NOW_MS - 8 * DAY_MS, reviews: 1200, defaultLoss: 0.35, ownLoss: 0.3 } };
  await visit(NOW_MS, 900);
  await vi.waitFor(() => expect(attempts()).toBe(1));
});

test("S2.study.6 a failed automatic fit counts as an attempt of this student only", async () => {
  fakes.fit.mockRejectedValue(new Error("offline"));
  await visit(NOW_MS, 450);
  await vi.waitFor(() => expect(attempts()).toBe(1));
  await visit(NOW_MS + DAY_MS, 450);
  expect(attempts()).toBe(1);
  fakes.uid = "u2";
  await visit(NOW_MS + DAY_MS, 450);
  await vi.waitFor(() => expect(attempts()).toBe(2));
});

test("nothing is fitted until the reviews and the settings are known, and below the minimum", async () => {
  await visit(NOW_MS, undefined);
  await visit(NOW_MS, 399);
  fakes.settings = undefined;
  await visit(NOW_MS, 450);
  expect(attempts()).toBe(0);
  fakes.settings = {};
  await visit(NOW_MS, 450);
  await vi.waitFor(() => expect(attempts()).toBe(1));
});
