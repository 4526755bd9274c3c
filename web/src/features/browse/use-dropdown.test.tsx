import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DROPDOWN_CLOSE_MS } from "@/core/limits";
import { useDropdown } from "./use-dropdown";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("dropdown", () => {
  it("S4.dd.1 S9.c.6 opens at once and closes 150 ms after blur", () => {
    const { result } = renderHook(useDropdown);
    act(() => result.current.open());
    expect(result.current.isOpen).toBe(true);
    act(() => result.current.closeSoon());
    act(() => vi.advanceTimersByTime(DROPDOWN_CLOSE_MS - 1));
    expect(result.current.isOpen).toBe(true);
    act(() => vi.advanceTimersByTime(1));
    expect(result.current.isOpen).toBe(false);
    expect(DROPDOWN_CLOSE_MS).toBe(150);
  });

  it("S4.dd.1 stays open when the focus returns in time", () => {
    const { result } = renderHook(useDropdown);
    act(() => result.current.open());
    act(() => result.current.closeSoon());
    act(() => result.current.open());
    act(() => vi.advanceTimersByTime(10 * DROPDOWN_CLOSE_MS));
    expect(result.current.isOpen).toBe(true);
  });

  it("S4.dd.1 closes at once on Enter", () => {
    const { result } = renderHook(useDropdown);
    act(() => result.current.open());
    act(() => result.current.close());
    expect(result.current.isOpen).toBe(false);
  });
});
