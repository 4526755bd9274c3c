import { act, cleanup, renderHook } from "@testing-library/react";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import type { ReaderView } from "../page-view/view";
import { usePassage } from "./use-passage";

const toast = vi.hoisted(() => vi.fn());
vi.mock("@/ui/feedback/toast", () => ({ toast }));
vi.mock("@/parts/full-text/candidate-pages", () => ({ findCandidatePages: async () => undefined }));

const note = { id: "n1" } as ReadableNote;
const scrollIntoView = vi.fn();
const goTo = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  Element.prototype.scrollIntoView = scrollIntoView;
  Range.prototype.getClientRects = () => [new DOMRect(1, 2, 3, 4)] as unknown as DOMRectList;
});
afterEach(cleanup);

/** Returns a file with these pages, and a view that has rendered the pages in `drawn`. */
function opened(texts: readonly string[], drawn: number[]) {
  const getPage = async (page: number) => ({
    getTextContent: async () => ({ items: [{ str: texts[page - 1], hasEOL: true }] }),
  });
  const pages = texts.map((text) => {
    const [page, layer] = [document.createElement("div"), document.createElement("div")];
    layer.textContent = text;
    page.append(layer);
    return { page, text: layer };
  });
  const view = { goTo, renderedPage: (page: number) => (drawn.includes(page) ? pages[page - 1] : undefined) };
  const marks = () => pages.map(({ page }) => page.querySelectorAll(".reader-passage").length);
  const file = { numPages: texts.length, getPage } as unknown as PDFDocumentProxy;
  return { file, view: view as unknown as ReaderView, marks };
}

const passage = (quote: string, page: number) => ({ quote, page, prefix: "", suffix: "" });

async function show(texts: readonly string[], drawn: number[], quote: string, page: number) {
  const { file, view, marks } = opened(texts, drawn);
  const { result } = renderHook(() => usePassage(note, view, file, passage(quote, page)));
  await act(async () => undefined);
  return { draw: (number: number) => result.current(number), marks };
}

test("S4.own.5 scrolls to the passage once, even if its page is rendered again", async () => {
  const { draw, marks } = await show(["Lists", "A heap is a tree"], [1, 2], "A heap", 1);
  expect(marks()).toEqual([0, 1]);
  expect(scrollIntoView).toHaveBeenCalledOnce();
  expect(goTo).not.toHaveBeenCalled();
  draw(2);
  expect(marks()).toEqual([0, 1]);
  expect(scrollIntoView).toHaveBeenCalledOnce();
});

test("S4.own.5 goes to the page of the passage, and marks it when the page is rendered", async () => {
  const drawn = [1];
  const { draw, marks } = await show(["Lists", "A heap is a tree"], drawn, "A heap", 1);
  expect(goTo).toHaveBeenCalledExactlyOnceWith(2);
  expect(marks()).toEqual([0, 0]);
  drawn.push(2);
  draw(1);
  draw(2);
  expect(marks()).toEqual([0, 1]);
  expect(scrollIntoView).toHaveBeenCalledOnce();
});

test("S4.own.5 says that a passage is no longer in the note", async () => {
  const { marks } = await show(["Lists"], [1], "A heap", 1);
  expect(toast).toHaveBeenCalledExactlyOnceWith("This note no longer contains the passage.");
  expect([marks(), goTo.mock.calls]).toEqual([[0], []]);
});

test("a note that is opened without a passage is not searched", async () => {
  const { file, view } = opened(["Lists"], [1]);
  const getPage = vi.spyOn(file, "getPage");
  renderHook(() => usePassage(note, view, file, undefined));
  await act(async () => undefined);
  expect(getPage).not.toHaveBeenCalled();
  expect(toast).not.toHaveBeenCalled();
});
