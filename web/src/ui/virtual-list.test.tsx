import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SCROLL_END_MS } from "@/core/limits";
import { VirtualList } from "./virtual-list";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("S9.c.7 rows put their work off until scrolling has ended for 150 ms", () => {
  const items = ["a", "b", "c"];
  render(
    <VirtualList
      label="Letters"
      items={items}
      rowHeight={80}
      height={600}
      keyOf={(letter) => letter}
      row={(letter, { scrolling }) => `${letter} ${scrolling ? "moving" : "still"}`}
    />,
  );
  const list = screen.getByRole("list", { name: "Letters" });
  expect(list.textContent).toContain("a still");
  fireEvent.scroll(list);
  expect(list.textContent).toContain("a moving");
  act(() => vi.advanceTimersByTime(SCROLL_END_MS - 1));
  expect(list.textContent).toContain("a moving");
  act(() => vi.advanceTimersByTime(1));
  expect(list.textContent).toContain("a still");
  expect(SCROLL_END_MS).toBe(150);
});
