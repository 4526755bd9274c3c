import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notFound } from "@/api/client-testing";
import type { Highlight, ReadableNote } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { HIGHLIGHT_QUOTE_MAX_CHARS } from "@/core/limits";
import type { ReaderView } from "../page-view/view";
import { type HighlightActions, useHighlightActions } from "./use-highlights";

const fakes = vi.hoisted(() => ({
  highlights: [] as object[],
  put: vi.fn(),
  edit: vi.fn(),
  remove: vi.fn(),
  render: vi.fn(),
  reanchor: vi.fn(),
  toast: vi.fn(),
}));
vi.mock("@/data/highlights/highlights", () => ({
  useHighlights: () => ({ highlights: fakes.highlights }),
  putHighlight: fakes.put,
  editHighlight: fakes.edit,
  removeHighlight: fakes.remove,
  withContent: (highlight: { mark: object }, mark: object) => ({ ...highlight, mark: { ...highlight.mark, ...mark } }),
}));
vi.mock("./highlight-layer", () => ({ renderHighlights: fakes.render }));
vi.mock("./reanchor/reanchor", () => ({ reanchorHighlights: fakes.reanchor }));
vi.mock("@/ui/feedback/toast", () => ({ toast: fakes.toast }));

const note = { id: "n1", title: "Heaps", course: "CS246", sha256: "file" } as ReadableNote;
const quote = (text: string) => ({ quote: text, prefix: "a", suffix: "z" });
const highlight = (id: string, page: number, mark: object = {}) =>
  ({
    id,
    noteId: "n1",
    mark: { sha256: "file", page, colour: "yellow", remark: "", ...quote(id), ...mark },
  }) as Highlight;

beforeEach(() => {
  localStorage.clear();
  fakes.highlights = [];
  for (const each of [fakes.put, fakes.edit, fakes.remove, fakes.reanchor])
    each.mockReset().mockResolvedValue(undefined);
  fakes.render.mockReset();
  fakes.toast.mockReset();
});
afterEach(cleanup);

const use = (view?: ReaderView, file?: object, of = note) =>
  renderHook(() => useHighlightActions("u1", of, view, file as never));

test("S2.mark.1 selected words become one highlight per page, which refers to the current file", () => {
  const { result } = use();
  const selected = [
    { page: 2, quote: quote("one") },
    { page: 3, quote: quote("two") },
  ];
  const made = result.current.create(selected, "pink");
  expect(fakes.put.mock.calls).toEqual(made.map((each) => [each]));
  expect(made[0]).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{26}$/),
    noteId: "n1",
    title: "Heaps",
    course: "CS246",
    mark: { sha256: "file", page: 2, ...quote("one"), colour: "pink", remark: "" },
    madeAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(made[1]?.id).not.toBe(made[0]?.id);
  expect(fakes.toast).not.toHaveBeenCalled();
  const { result: album } = use(undefined, undefined, { ...note, course: undefined } as unknown as ReadableNote);
  expect(album.current.create(selected, "pink")[0]).not.toHaveProperty("course");
});

test("highlighting the same words on the same page again only changes the colour", () => {
  fakes.highlights = [highlight("h1", 2, quote("one"))];
  const { result } = use();
  const [changed] = result.current.create([{ page: 2, quote: quote("one") }], "blue");
  expect(changed).toMatchObject({ id: "h1", mark: { colour: "blue" } });
  expect(fakes.edit.mock.calls).toEqual([[fakes.highlights[0], { colour: "blue" }, undefined]]);
  const others = [
    { page: 3, quote: quote("one") },
    { page: 2, quote: quote("two") },
    { page: 2, quote: { ...quote("one"), prefix: "b" } },
    { page: 2, quote: { ...quote("one"), suffix: "b" } },
  ];
  result.current.create(others, "blue");
  expect(fakes.put).toHaveBeenCalledTimes(4);
  expect(fakes.edit).toHaveBeenCalledOnce();
});

test("a quote longer than the limit is rejected, and an emoji counts as one character", () => {
  const { result } = use();
  const fits = { page: 1, quote: quote("😀".repeat(HIGHLIGHT_QUOTE_MAX_CHARS)) };
  const tooLong = { page: 2, quote: quote("a".repeat(HIGHLIGHT_QUOTE_MAX_CHARS + 1)) };
  expect(result.current.create([fits], "pink")).toHaveLength(1);
  expect(fakes.toast).not.toHaveBeenCalled();
  expect(result.current.create([fits, tooLong], "pink").map(({ mark }) => mark.page)).toEqual([1]);
  expect(fakes.toast.mock.calls).toEqual([["You can highlight up to 1,000 characters at a time."]]);
});

test.each([
  ["saved", ({ create }: HighlightActions) => create([{ page: 1, quote: quote("a") }], "pink"), fakes.put],
  ["changed", ({ change }: HighlightActions) => change(highlight("h1", 1), { colour: "pink" }), fakes.edit],
  ["removed", ({ remove }: HighlightActions) => remove(highlight("h1", 1)), fakes.remove],
])("a highlight that was not %s says why", async (what, change, request) => {
  request.mockRejectedValue(notFound("It is gone."));
  const { result } = use();
  act(() => void change(result.current));
  await vi.waitFor(() =>
    expect(fakes.toast).toHaveBeenCalledWith(`The highlight was not ${what}. It is gone.`, { kind: "error" }),
  );
});

test("a failed change returns the reason, and whether the failure is final", async () => {
  const { result } = use();
  const onStored = vi.fn();
  expect(await result.current.change(highlight("h1", 1), { remark: "a" }, onStored)).toBeUndefined();
  expect(fakes.edit.mock.calls[0]?.[2]).toBe(onStored);
  fakes.edit.mockRejectedValueOnce(notFound("It is gone."));
  expect(await result.current.change(highlight("h1", 1), {})).toEqual({ reason: "It is gone.", isFinal: true });
  fakes.edit.mockRejectedValueOnce(unreachableProblem());
  expect(await result.current.change(highlight("h1", 1), {})).toMatchObject({ isFinal: false });
});

test("a removed highlight can be restored", () => {
  const { result } = use();
  act(() => result.current.remove(highlight("h1", 1)));
  const [text, { action }] = fakes.toast.mock.calls[0] ?? [];
  expect([text, action.label]).toEqual(["Highlight removed.", "Undo"]);
  expect(fakes.remove.mock.calls).toEqual([[highlight("h1", 1)]]);
  action.onClick();
  expect(fakes.put.mock.calls).toEqual([[highlight("h1", 1)]]);
});

test("highlights are sorted by page, and those of one page by age", () => {
  fakes.highlights = [
    highlight("h3", 2),
    highlight("h2", 2),
    highlight("h9", 1),
    highlight("h0", 1, { sha256: "old" }),
  ];
  expect(use().result.current.anchored.map(({ id }) => id)).toEqual(["h9", "h2", "h3"]);
});

const drawn = (page: number) => ({ page: `page ${page}`, text: `text ${page}` });

test("the highlights of a page are rendered when its text is rendered, and again when they change", () => {
  const view = {
    renderedPage: (page: number) => (page < 3 ? drawn(page) : undefined),
    renderedPages: () => [1, 2].map((number) => ({ number, ...drawn(number) })),
  } as unknown as ReaderView;
  fakes.highlights = [highlight("h1", 1), highlight("h2", 2)];
  const { result, rerender } = use(view);
  fakes.render.mockReset();
  result.current.renderPage(2);
  expect(fakes.render.mock.calls).toEqual([["page 2", "text 2", [highlight("h2", 2)]]]);
  result.current.renderPage(3);
  expect(fakes.render).toHaveBeenCalledOnce();
  fakes.render.mockReset();
  fakes.highlights = [highlight("h1", 1)];
  rerender();
  expect(fakes.render.mock.calls).toEqual([
    ["page 1", "text 1", [highlight("h1", 1)]],
    ["page 2", "text 2", []],
  ]);
});

test("closing the reader aborts the search for highlights of an earlier file, whose failure is then not logged", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  fakes.highlights = [highlight("h1", 1, { sha256: "old" })];
  fakes.reanchor.mockRejectedValueOnce(new Error("damaged"));
  use(undefined, {});
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  let fail: (error: Error) => void = () => undefined;
  fakes.reanchor.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  use(undefined, {});
  const signal: AbortSignal = fakes.reanchor.mock.lastCall?.[4];
  expect(signal.aborted).toBe(false);
  cleanup();
  expect(signal.aborted).toBe(true);
  fail(new Error("aborted"));
  await Promise.resolve();
  expect(warn).toHaveBeenCalledOnce();
  use();
  expect(fakes.reanchor).toHaveBeenCalledTimes(2);
});
