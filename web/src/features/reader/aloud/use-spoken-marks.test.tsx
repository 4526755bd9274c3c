import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NoteView } from "../note-view";
import type { AloudState } from "./controller";
import type { Sentence, Sentences } from "./sentences";
import { useSpokenMarks } from "./use-spoken-marks";

const layer = vi.hoisted(() => ({ render: vi.fn() }));
vi.mock("../highlights/highlight-layer", () => ({ renderQuotes: layer.render }));

const rect = (top: number, height: number) => () => new DOMRect(0, top, 10, height);
const container = document.createElement("div");
container.getBoundingClientRect = rect(100, 200);
let mark: HTMLElement;
let pages: number[];
let view: NoteView;

/** Creates a sentence that lies on these pages. */
const sentence = (...on: number[]) => ({ text: "A heap.", top: 0, parts: on.map((page) => ({ page })) }) as never;
const sentences = {
  quotesOf: ({ parts }: Sentence, from?: number, to?: number) =>
    parts
      .filter(({ page }) => from === undefined || page === from)
      .map(({ page }) => ({ page, quote: from === undefined ? `whole ${page}` : `${from} to ${to}` })),
} as never as Sentences;

beforeEach(() => {
  mark = document.createElement("i");
  mark.scrollIntoView = vi.fn();
  mark.getBoundingClientRect = rect(350, 10);
  layer.render
    .mockReset()
    .mockImplementation((_name, _page, _text, marks: object[]) => (marks.length > 0 ? mark : undefined));
  pages = [1, 2];
  const rendered = (number: number) => ({ page: `page ${number}`, text: `text ${number}`, number });
  view = {
    goTo: vi.fn(),
    renderedPage: (number: number) => (pages.includes(number) ? rendered(number) : undefined),
    renderedPages: () => pages.map(rendered),
  } as never;
});
afterEach(cleanup);

type Spoken = Partial<Pick<AloudState, "sentence" | "word">>;
const show = (spoken: Spoken, of: NoteView | undefined = view) =>
  renderHook(
    ({ spoken, of }: { spoken: Spoken; of: NoteView | undefined }) =>
      useSpokenMarks(of, { current: container }, sentences, spoken as AloudState),
    { initialProps: { spoken, of } },
  );
/** Marks that were drawn last on a page. */
const drawn = (page: number) => {
  const calls = layer.render.mock.calls.filter(([, element]) => element === `page ${page}`);
  return calls.at(-1)?.[3].map(({ quote, name }: { quote: string; name: string }) => `${name}: ${quote}`);
};
const scrolls = () => vi.mocked(mark.scrollIntoView).mock.calls;

test("S2.aloud.1 the sentence is marked on its page only, and scrolled to the middle if it is not visible", () => {
  show({ sentence: sentence(2) });
  expect(drawn(1)).toEqual([]);
  expect(drawn(2)).toEqual(["reader-spoken: whole 2"]);
  expect(layer.render.mock.calls[1]?.slice(0, 3)).toEqual(["spoken", "page 2", "text 2"]);
  expect(scrolls()).toEqual([[{ block: "center" }]]);
  expect(view.goTo).not.toHaveBeenCalled();
});

test.each([
  [100, 200, 0],
  [99, 10, 1],
  [291, 10, 1],
  [290, 10, 0],
])("S2.aloud.1 a mark from %i px with a height of %i px is scrolled to %i times", (top, height, times) => {
  mark.getBoundingClientRect = rect(top, height);
  show({ sentence: sentence(1) });
  expect(scrolls()).toHaveLength(times);
});

test("S2.aloud.1 a sentence is scrolled to once, although its page is rendered again", () => {
  const { result } = show({ sentence: sentence(1) });
  result.current(1);
  expect(drawn(1)).toEqual(["reader-spoken: whole 1"]);
  expect(scrolls()).toHaveLength(1);
});

test("S2.aloud.1 a sentence on a page that is not rendered is gone to, and marked once it is", () => {
  const { result } = show({ sentence: sentence(5) });
  expect(view.goTo).toHaveBeenCalledExactlyOnceWith(5);
  result.current(5);
  expect(drawn(5)).toBeUndefined();
  pages = [5];
  result.current(5);
  expect(drawn(5)).toEqual(["reader-spoken: whole 5"]);
  expect(scrolls()).toHaveLength(1);
});

test("S2.aloud.1 the spoken word is marked too, and scrolled to on its page", () => {
  const both = sentence(1, 2);
  const { rerender } = show({ sentence: both });
  expect(scrolls()).toHaveLength(1);
  rerender({ spoken: { sentence: both, word: [2, 6] }, of: view });
  expect(drawn(1)).toEqual(["reader-spoken: whole 1"]);
  expect(drawn(2)).toEqual(["reader-spoken: whole 2", "reader-spoken word: 2 to 6"]);
  expect(scrolls()).toHaveLength(2);
  rerender({ spoken: { sentence: both, word: [2, 9] }, of: view });
  expect(scrolls()).toHaveLength(3);
});

test("S2.aloud.1 without a view nothing is marked, and without a sentence nothing is scrolled to", () => {
  show({ sentence: sentence(1) }, undefined as never);
  renderHook(() => useSpokenMarks(undefined, { current: container }, sentences, { sentence: sentence(1) } as never));
  const calls = layer.render.mock.calls.length;
  cleanup();
  show({});
  expect(layer.render.mock.calls.length).toBeGreaterThan(calls);
  expect(drawn(1)).toEqual([]);
});

test("S2.aloud.1 without a scroll container the marks are drawn all the same", () => {
  renderHook(() => useSpokenMarks(view, { current: null }, sentences, { sentence: sentence(1) } as never));
  expect(drawn(1)).toEqual(["reader-spoken: whole 1"]);
  expect(scrolls()).toHaveLength(0);
});

test("S2.aloud.1 another view is marked as well, and the end removes all marks", () => {
  const { rerender, unmount } = show({ sentence: sentence(1), word: [1, 4] });
  layer.render.mockClear();
  rerender({ spoken: { sentence: sentence(1), word: [1, 4] }, of: { ...view } });
  expect(drawn(1)).toEqual(["reader-spoken: whole 1", "reader-spoken word: 1 to 4"]);
  unmount();
  expect([drawn(1), drawn(2)]).toEqual([[], []]);
});
