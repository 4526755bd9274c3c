import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const whenPageIdle = vi.hoisted(() => vi.fn());
vi.mock("./page-idle", () => ({ whenPageIdle }));

let become: () => void;
beforeEach(() => {
  vi.resetModules();
  whenPageIdle.mockReset().mockImplementation(() => new Promise<void>((resolve) => (become = resolve)));
});
afterEach(cleanup);

const hook = async () => (await import("./use-page-idle")).usePageIdle;

test("is false until the first page is idle, and true at once on later pages", async () => {
  const usePageIdle = await hook();
  const first = renderHook(() => usePageIdle());
  expect(first.result.current).toBe(false);
  await act(async () => become());
  expect(first.result.current).toBe(true);
  expect(renderHook(() => usePageIdle()).result.current).toBe(true);
  expect(whenPageIdle).toHaveBeenCalledOnce();
});

test("if a page is left before it is idle, its state does not change, and the next page is idle at once", async () => {
  const usePageIdle = await hook();
  const left = renderHook(() => usePageIdle());
  left.unmount();
  await act(async () => become());
  expect(left.result.current).toBe(false);
  expect(renderHook(() => usePageIdle()).result.current).toBe(true);
});
