// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Highlight, ReadableNote } from "@/api/models";
import { useHighlightActions } from "./use-highlights";

const highlight = { id: "h1", noteId: "n1", mark: { sha256: "file", page: 4, remark: "" } } as Highlight;
const puts = vi.fn(async () => undefined);
const edits = vi.fn(async (..._: unknown[]) => undefined);
let known = [highlight];
vi.mock("@/data/highlights/highlights", () => ({
  useHighlights: () => ({ highlights: known }),
  putHighlight: () => puts(),
  editHighlight: (...change: unknown[]) => edits(...change),
  removeHighlight: async () => undefined,
}));
let undo = () => {};
vi.mock("@/ui/feedback/toast", () => ({
  toast: (_: string, { action }: { action: { onClick: () => void } }) => {
    undo = action.onClick;
  },
}));

type Found = (highlight: Highlight, page: number | undefined) => void;
const sought = vi.fn(
  async (_file: unknown, _sought: readonly Highlight[], _pages: unknown, _found: Found) => undefined,
);
vi.mock("./reanchor/reanchor", () => ({
  reanchorHighlights: (...asked: Parameters<typeof sought>) => sought(...asked),
}));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  known = [highlight];
  sought.mockClear();
  edits.mockClear();
});
afterEach(cleanup);

test("S2.mark.1 Undo restores a removed highlight with its rejected remark", () => {
  const note = { id: "n1", sha256: "file" } as ReadableNote;
  const { result } = renderHook(() => useHighlightActions("amara", note, undefined, undefined));
  const { drafts } = result.current;
  const draft = { text: "Complete", base: "", failure: { reason: "This remark is too long.", isFinal: true } };
  drafts.set("h1", draft);
  act(() => result.current.remove(highlight));
  expect(drafts.read()).toEqual({});
  act(() => undo());
  expect(drafts.read()).toEqual({ h1: draft });
  expect(puts).toHaveBeenCalledOnce();
});

test("S2.mark.2 highlights of an earlier file are searched for once: those found move, the others are listed", () => {
  const earlier = ["h2", "h3"].map((id) => ({ ...highlight, id, mark: { ...highlight.mark, sha256: "old" } }));
  known = [highlight, ...earlier] as Highlight[];
  const note = { id: "n1", sha256: "file" } as ReadableNote;
  const open = () => renderHook(() => useHighlightActions("amara", note, undefined, {} as never));
  const { result, rerender } = open();
  expect(sought).toHaveBeenCalledTimes(1);
  const [, asked, , found] = sought.mock.calls[0] ?? [];
  expect(asked).toEqual(earlier);
  act(() => {
    found?.(earlier[0] as Highlight, 7);
    found?.(earlier[1] as Highlight, undefined);
  });
  expect(edits.mock.calls.map(([of, mark]) => [(of as Highlight).id, mark])).toEqual([
    ["h2", { page: 7, sha256: "file" }],
  ]);
  expect(result.current.unanchored.map(({ id }) => id)).toEqual(["h3"]);
  rerender();
  expect(sought).toHaveBeenCalledTimes(1);
  cleanup();
  // A lost highlight is not looked for again in this file.
  known = [highlight, earlier[1]] as Highlight[];
  open();
  expect(sought).toHaveBeenCalledTimes(1);
});
