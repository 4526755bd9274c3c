import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDebouncedCourseCode } from "./use-debounced-course-code";

const loadRules = vi.hoisted(() => vi.fn());
vi.mock("@/core/wasm", () => ({ loadRules }));

beforeEach(() => {
  vi.useFakeTimers();
  const parseCourseCode = vi.fn((typed: string) => (/\d/.test(typed) ? { code: typed.toUpperCase() } : undefined));
  loadRules.mockReset().mockResolvedValue({ parseCourseCode });
});
afterEach(() => void vi.useRealTimers());

const typing = (first: string) => renderHook((typed: string) => useDebouncedCourseCode(typed), { initialProps: first });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("the course code is parsed after a pause in typing, and undefined as soon as the text changes", async () => {
  const { result, rerender } = typing("cs2");
  await wait(299);
  rerender("cs24");
  await wait(299);
  expect(loadRules).not.toHaveBeenCalled();
  await wait(1);
  expect(result.current).toBe("CS24");
  rerender("cs246");
  expect(result.current).toBeUndefined();
  await wait(300);
  expect(result.current).toBe("CS246");
});

test("the course code is undefined for a text without one, and if the rules cannot be loaded", async () => {
  const { result, rerender } = typing("physics");
  await wait(300);
  expect(result.current).toBeUndefined();
  loadRules.mockRejectedValue(new TypeError("Failed to fetch"));
  rerender("cs246");
  await wait(300);
  expect(result.current).toBeUndefined();
});

test("a late result for an earlier text is ignored", async () => {
  let load: (core: object) => void = () => undefined;
  loadRules.mockReturnValueOnce(new Promise((resolve) => (load = resolve)));
  const { result, rerender } = typing("cs246");
  await wait(300);
  rerender("cs24");
  await wait(300);
  await act(async () => load({ parseCourseCode: () => ({ code: "CS246" }) }));
  expect(result.current).toBe("CS24");
});

test("closing the form cancels the lookup", async () => {
  typing("cs246").unmount();
  expect(vi.getTimerCount()).toBe(0);
});
