// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let isThere = false;
const asked = vi.hoisted(() => vi.fn());
vi.mock("@/api/client", () => ({
  api: { GET: (path: string) => asked(path) },
  unwrap: async () => {
    if (!isThere) throw new Error("No answer.");
  },
}));

/** A new page: the module starts with a reachable server. */
async function load() {
  vi.resetModules();
  return import("./connection");
}
let page: Awaited<ReturnType<typeof load>>;
const checks = () => asked.mock.calls.length;
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(1_000_000);
  asked.mockReset();
  isThere = false;
  page = await load();
});
afterEach(async () => {
  isThere = true;
  await wait(60_000);
  vi.useRealTimers();
});

test("S4.up.6 a pause checks the server after 1, 2 and 4 s, and then every 4 s until it answers", async () => {
  const { uploadConnection } = page;
  const told = vi.fn();
  uploadConnection.watch(told);
  expect(uploadConnection.isPaused()).toBe(false);
  uploadConnection.pause();
  uploadConnection.pause();
  expect([uploadConnection.isPaused(), told.mock.calls.length]).toEqual([true, 1]);
  await wait(999);
  expect(checks()).toBe(0);
  await wait(1);
  expect(checks()).toBe(1);
  await wait(1999);
  expect(checks()).toBe(1);
  await wait(1);
  expect(checks()).toBe(2);
  await wait(4000);
  expect(checks()).toBe(3);
  await wait(3999);
  expect(checks()).toBe(3);
  isThere = true;
  await wait(1);
  expect([checks(), uploadConnection.isPaused(), told.mock.calls.length]).toEqual([4, false, 2]);
  expect(asked).toHaveBeenCalledWith("/api/health");
  await wait(60_000);
  expect(checks()).toBe(4);
});

test.each([
  [30_000, 2000],
  [30_001, 1000],
])("S4.up.6 if a pause begins %s ms after the previous one, its first check comes after %s ms", async (calm, delay) => {
  const { uploadConnection } = page;
  isThere = true;
  uploadConnection.pause();
  await wait(1000);
  expect(uploadConnection.isPaused()).toBe(false);
  await wait(calm);
  uploadConnection.pause();
  await wait(delay - 1);
  expect(checks()).toBe(1);
  await wait(1);
  expect(checks()).toBe(2);
});

test.each([
  ["the browser is online again", () => window.dispatchEvent(new Event("online")), 1],
  ["the page is shown again", () => document.dispatchEvent(new Event("visibilitychange")), 1],
  [
    "the page is hidden",
    () => {
      vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
      document.dispatchEvent(new Event("visibilitychange"));
    },
    0,
  ],
])("S4.up.6 when %s, paused uploads check the server %#", async (_, happen, count) => {
  happen();
  expect(checks()).toBe(0);
  page.uploadConnection.pause();
  happen();
  // Modules of earlier tests listen too, but are not paused.
  expect(checks()).toBe(count);
});

test("S4.up.6 waiting uploads continue once the server responds, or reject when they are aborted", async () => {
  const { uploadConnection } = page;
  const { signal } = new AbortController();
  await uploadConnection.whenResumed(signal);
  uploadConnection.pause();
  const settled: string[] = [];
  const stopped = new AbortController();
  uploadConnection.whenResumed(signal).then(() => settled.push("resumed"));
  uploadConnection.whenResumed(stopped.signal).catch((error: Error) => settled.push(error.message));
  await wait(1000);
  expect(settled).toEqual([]);
  stopped.abort(new Error("stopped"));
  await wait(0);
  expect(settled).toEqual(["stopped"]);
  isThere = true;
  await wait(2000);
  expect(settled).toEqual(["stopped", "resumed"]);
});

test("S4.up.6 a page shows whether uploads are paused", async () => {
  const { result, rerender } = renderHook(() => page.useUploadsPaused());
  expect(result.current).toBe(false);
  page.uploadConnection.pause();
  rerender();
  expect(result.current).toBe(true);
});

test("a file may be interrupted four times without progress; progress and an absence of the server reset the count", async () => {
  const { uploadConnection, interruptionCounter } = page;
  const mayWait = interruptionCounter();
  const often = (bytes: number[]) => bytes.map(mayWait);
  expect(often([0, 0, 0, 0, 0, 0])).toEqual([true, true, true, true, false, false]);
  expect(often([5, 5, 3, 5, 5])).toEqual([true, true, true, true, false]);
  expect(often([6])).toEqual([true]);
  expect(often([6, 6, 6])).toEqual([true, true, true]);
  uploadConnection.pause();
  await wait(1000);
  expect(often([6, 6, 6, 6, 6])).toEqual([true, true, true, true, false]);
});
