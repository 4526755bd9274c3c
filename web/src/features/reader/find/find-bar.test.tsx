import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { FindBar } from "./find-bar";

afterEach(cleanup);

const nothing = { current: 0, total: 0, isPending: false };

test.each([
  ["", nothing, ""],
  ["zebra", { ...nothing, isPending: true }, "Searching…"],
  ["zebra", nothing, "Not found"],
  ["heap", { current: 2, total: 3, isPending: true }, "2 of 3"],
  ["office", { current: 1, total: 1, isPending: false, page: 7 }, "Maybe on page 7"],
  ["office", { current: 2, total: 3, isPending: false, page: 7 }, "Maybe on page 7 (2 of 3)"],
])("S2.read.3 searching for “%s” with %o shows “%s”", (words, found, says) => {
  const ignore = () => undefined;
  render(<FindBar query={words} result={found} onQuery={ignore} onNext={ignore} onClose={ignore} />);
  expect(screen.getByRole("status").textContent).toBe(says);
});

function show(total: number) {
  const calls = { onQuery: vi.fn(), onNext: vi.fn(), onClose: vi.fn() };
  render(<FindBar query="heap" result={{ current: 1, total, isPending: false }} {...calls} />);
  return { ...calls, field: screen.getByRole("searchbox", { name: "Find in this note" }) };
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

test("S2.read.3 the keys Enter, Shift Enter and Escape lead to the next and previous match and close the search", () => {
  const { field, onNext, onClose, onQuery } = show(3);
  expect(document.activeElement).toBe(field);
  const isHandled = (key: string, shiftKey = false) => !fireEvent.keyDown(field, { key, shiftKey });
  expect([isHandled("Enter"), isHandled("Enter", true)]).toEqual([true, true]);
  expect(onNext.mock.calls).toEqual([[false], [true]]);
  expect(isHandled("a")).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
  expect(isHandled("Escape")).toBe(true);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(onNext).toHaveBeenCalledTimes(2);
  fireEvent.change(field, { target: { value: "heaps" } });
  expect(onQuery.mock.calls).toEqual([["heaps"]]);
});

test("S2.read.3 the buttons do the same, and those for matches need a match", () => {
  const { onNext, onClose } = show(3);
  for (const name of ["Previous match", "Next match", "Close search"]) fireEvent.click(button(name));
  expect(onNext.mock.calls).toEqual([[true], [false]]);
  expect(onClose).toHaveBeenCalledTimes(1);
  cleanup();
  show(0);
  expect(["Previous match", "Next match"].map((name) => button(name).disabled)).toEqual([true, true]);
});
