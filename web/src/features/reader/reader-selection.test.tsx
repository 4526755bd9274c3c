import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Highlight, ReadableNote } from "@/api/models";
import { highlightActions, key, note, open, pages, press, resetReader, side, toast, view } from "./reader-testing";

vi.mock("./page-view/view", async () => (await import("./reader-testing")).mocks.view);
vi.mock("./file/document-load", async () => (await import("./reader-testing")).mocks.documentLoad);
vi.mock("./reading-position-tracker", async () => (await import("./reader-testing")).mocks.tracker);
vi.mock("@/core/player", async () => (await import("./reader-testing")).mocks.player);
vi.mock("@/parts/full-text/candidate-pages", async () => (await import("./reader-testing")).mocks.candidates);
vi.mock("@/data/notes/notes", async () => (await import("./reader-testing")).notes);
vi.mock("@/ui/feedback/toast", async () => (await import("./reader-testing")).mocks.toasts);
vi.mock("./highlights/use-highlights", async () => (await import("./reader-testing")).mocks.highlights);
vi.mock("./highlights/highlights-panel", async () => (await import("./reader-testing")).mocks.panel);
vi.mock("./contents", async () => (await import("./reader-testing")).mocks.contents);

beforeEach(resetReader);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Selects the words of all pages, of which there are two by default. */
async function select(texts = ["A heap \n is a", "tree."]) {
  vi.useFakeTimers();
  const layers = texts.map((text) => {
    const layer = pages().appendChild(document.createElement("div"));
    layer.textContent = text;
    return layer;
  });
  view.renderedPages.mockReturnValue(layers.map((text, index) => ({ number: index + 1, text })));
  document.getSelection()?.setBaseAndExtent(layers[0] as Node, 0, layers.at(-1) as Node, 1);
  fireEvent(document, new Event("selectionchange"));
  await act(() => vi.advanceTimersByTimeAsync(150));
}

const toolbar = () => screen.queryByRole("toolbar", { name: "Highlight the selection" });
const quotes = () => highlightActions.create.mock.calls[0]?.[0].map((each: { page: number }) => each.page);

test("S2.mark.1 selected words can be highlighted with a key or a button, and the focus then moves to the pages", async () => {
  await open();
  expect(toolbar()).toBeNull();
  expect(key("2")).toBe(false);
  await select();
  expect(toolbar()).not.toBeNull();
  expect(key("2")).toBe(true);
  expect(highlightActions.create.mock.calls[0]?.[1]).toBe("green");
  expect(quotes()).toEqual([1, 2]);
  expect(document.getSelection()?.isCollapsed).toBe(true);
  expect(document.activeElement).toBe(pages());
  await select();
  press("Highlight in pink");
  expect(highlightActions.create.mock.calls[1]?.[1]).toBe("pink");
  expect(key("5")).toBe(false);
});

test("S2.mark.1 'Highlight with a comment' opens the remark, if the highlight was created", async () => {
  await open();
  await select();
  press("Highlight with a comment");
  expect(side("Highlights")).toBeNull();
  highlightActions.create.mockReturnValue([{ id: "h9" } as Highlight]);
  await select();
  press("Highlight with a comment");
  expect(side("Highlights")?.textContent).toContain("h9");
});

test("a card is made from the selected words without their line ends, and the words are selected again afterwards", async () => {
  await open();
  await select();
  press("Make a card");
  const card = screen.getByRole("region", { name: "Card" });
  expect(card.textContent).toContain("CS246, n1 page 1: A heap is a\n\ntree.");
  document.getSelection()?.removeAllRanges();
  press("Back to the words");
  expect(document.getSelection()?.toString()).toContain("tree.");
  expect(document.activeElement).toBe(pages());
  document.getSelection()?.removeAllRanges();
  for (const layer of [...pages().children].slice(1)) layer.remove();
  press("Back to the words");
  expect(document.getSelection()?.isCollapsed).toBe(true);
  press("Close the card");
  expect(screen.queryByRole("region", { name: "Card" })).toBeNull();
});

test("S4.gap.2 a gap card is made with the text of its page", async () => {
  await open();
  await select(["A heap \n is a"]);
  press("Make a gap card");
  expect(screen.getByRole("region", { name: "Card" }).textContent).toMatch(/Gap in A heap\s+is a/);
});

test("S4.gap.2 words on two pages make no gap card, and a message says what to select", async () => {
  await open();
  await select();
  press("Make a gap card");
  expect(screen.queryByRole("region", { name: "Card" })).toBeNull();
  expect(toast.mock.calls).toEqual([["The selected passage is on more than one page. Select words on a single page."]]);
  expect(document.getSelection()?.toString()).toContain("tree.");
  press("Make a card");
  expect(screen.getByRole("region", { name: "Card" })).toBeDefined();
});

test("S4.gap.2 a gap card is made without a dialog if the page is no longer rendered", async () => {
  await open();
  await select(["A heap"]);
  view.renderedPages.mockReturnValueOnce(view.renderedPages()).mockReturnValueOnce([]);
  press("Make a gap card");
  expect(screen.getByRole("region", { name: "Card" }).textContent).toContain("page 1: A heapGap in Close");
});

test("a note without a course offers no card", async () => {
  await open({ note: { ...note, course: undefined } as unknown as ReadableNote });
  await select();
  expect(toolbar()).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Make a card" })).toBeNull();
});

test("pressing the toolbar keeps the selection, and the toolbar disappears when the selection is gone", async () => {
  await open();
  await select();
  const bar = toolbar();
  if (!bar) throw new Error("Words are selected.");
  expect(fireEvent.pointerDown(bar)).toBe(false);
  document.getSelection()?.removeAllRanges();
  fireEvent(document, new Event("selectionchange"));
  await act(() => vi.advanceTimersByTimeAsync(149));
  expect(toolbar()).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(toolbar()).toBeNull();
});

test("words selected outside of the pages cannot be highlighted", async () => {
  await open();
  await select();
  document.getSelection()?.selectAllChildren(screen.getByRole("heading", { name: "Head" }));
  fireEvent(document, new Event("selectionchange"));
  await act(() => vi.advanceTimersByTimeAsync(150));
  expect(toolbar()).toBeNull();
});

test("pressing a highlight opens it in the list, unless words are selected", async () => {
  await open();
  const mark = pages().appendChild(document.createElement("i"));
  mark.className = "reader-mark";
  mark.dataset.id = "h3";
  vi.spyOn(mark, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 10, 10));
  document.getSelection()?.collapse(pages(), 0);
  fireEvent.click(pages(), { clientX: 50, clientY: 5 });
  fireEvent.click(screen.getByRole("heading", { name: "Head" }), { clientX: 5, clientY: 5 });
  expect(side("Highlights")).toBeNull();
  document.getSelection()?.selectAllChildren(pages());
  fireEvent.click(pages(), { clientX: 5, clientY: 5 });
  expect(side("Highlights")).toBeNull();
  document.getSelection()?.collapse(pages(), 0);
  fireEvent.click(pages(), { clientX: 5, clientY: 5 });
  expect(side("Highlights")?.textContent).toContain("h3");
});
