import { act, cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReaderView } from "../page-view/view";
import { HIGHLIGHT_COLOURS } from "./highlight-layer";
import { readSelection, SelectionToolbar, useTextSelection } from "./selection-toolbar";

vi.mock("./highlight-layer", async (original) => ({
  ...(await original<object>()),
  quoteOfSelection: (layer: Element, range: Range) =>
    range.intersectsNode(layer) ? { exact: layer.textContent } : undefined,
}));

let container: HTMLElement;
const view = {
  renderedPages: () => [...container.querySelectorAll("p")].map((text, at) => ({ number: at + 1, text })),
} as unknown as ReaderView;
const quotes = (parts: readonly { page: number }[]) => parts.map(({ page }) => page);

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = "<div id='note'><p>One</p><p>Two</p><p>Three</p></div><b>Other</b>";
  container = document.getElementById("note") as HTMLElement;
});
afterEach(() => {
  document.getSelection()?.removeAllRanges();
  cleanup();
  vi.useRealTimers();
  document.body.replaceChildren();
});

function select(from: string, to: string): void {
  const [first, last] = [from, to].map((text) => screen.getByText(text).firstChild as Node) as [Node, Node];
  document.getSelection()?.setBaseAndExtent(first, 0, last, 2);
}

test("S2.mark.1 a selection is read as one quote for each page that it touches", () => {
  expect(readSelection(view, container)).toEqual([]);
  select("One", "Two");
  expect(readSelection(view, container)).toEqual([
    { page: 1, quote: { exact: "One" } },
    { page: 2, quote: { exact: "Two" } },
  ]);
  expect(readSelection(view, null)).toEqual([]);
});

test("S2.mark.1 a selection that extends beyond the note, or is empty, is ignored", () => {
  select("Three", "Other");
  expect(readSelection(view, container)).toEqual([]);
  document.getSelection()?.collapse(screen.getByText("One").firstChild, 1);
  expect(readSelection(view, container)).toEqual([]);
});

test("S2.mark.1 a selection is offered for highlighting once it has been still for 150 ms", () => {
  const { result, unmount } = renderHook(() => useTextSelection(view, { current: container }));
  const change = () => document.dispatchEvent(new Event("selectionchange"));
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  select("One", "One");
  change();
  wait(100);
  change();
  wait(149);
  expect(result.current).toEqual([]);
  wait(1);
  expect(quotes(result.current)).toEqual([1]);
  document.getSelection()?.removeAllRanges();
  change();
  wait(150);
  expect(result.current).toEqual([]);
  const empty = result.current;
  change();
  wait(150);
  expect(result.current).toBe(empty);
  change();
  unmount();
  expect(vi.getTimerCount()).toBe(0);
  change();
  expect(vi.getTimerCount()).toBe(0);
});

test("without a view of the note, selections are ignored", () => {
  renderHook(() => useTextSelection(undefined, { current: container }));
  document.dispatchEvent(new Event("selectionchange"));
  expect(vi.getTimerCount()).toBe(0);
});

test("S2.mark.1 the toolbar highlights in each colour or with a comment, and pressing it keeps the selection", () => {
  const onMark = vi.fn();
  render(<SelectionToolbar onHighlight={onMark} />);
  for (const [index, colour] of HIGHLIGHT_COLOURS.entries()) {
    const button = screen.getByRole("button", { name: `Highlight in ${colour}` });
    expect(button.title).toBe(`Highlight in ${colour} (${index + 1})`);
    fireEvent.click(button);
  }
  fireEvent.click(screen.getByRole("button", { name: "Highlight with a comment" }));
  expect(onMark.mock.calls).toEqual([...HIGHLIGHT_COLOURS.map((colour) => [colour, false]), ["yellow", true]]);
  const toolbar = screen.getByRole("toolbar", { name: "Highlight the selection" });
  expect(fireEvent.pointerDown(toolbar)).toBe(false);
});

test("S2.mark.1 a card is offered only for a note of a course", () => {
  const onMakeCard = vi.fn();
  const { rerender } = render(<SelectionToolbar onHighlight={() => undefined} />);
  expect(screen.queryByRole("button", { name: "Make a card" })).toBeNull();
  rerender(<SelectionToolbar onHighlight={() => undefined} onMakeCard={onMakeCard} />);
  fireEvent.click(screen.getByRole("button", { name: "Make a card" }));
  fireEvent.click(screen.getByRole("button", { name: "Make a gap card" }));
  expect(onMakeCard.mock.calls).toEqual([[false], [true]]);
});
