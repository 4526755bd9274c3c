// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Highlight, ReadableNote } from "@/api/models";
import { useNoteHighlights } from "./use-highlights";

const highlight = { id: "h1", noteId: "n1", mark: { sha256: "file", page: 4, remark: "" } } as Highlight;
const puts = vi.fn(async () => undefined);
vi.mock("@/data/highlights/highlights", () => ({
  useHighlights: () => ({ highlights: [highlight] }),
  putHighlight: () => puts(),
  removeHighlight: async () => undefined,
}));
let undo = () => {};
vi.mock("@/ui/feedback/toast", () => ({
  toast: (_: string, { action }: { action: { onClick: () => void } }) => {
    undo = action.onClick;
  },
}));

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

test("S2.mark.1 Undo restores a removed highlight with its rejected remark", () => {
  const note = { id: "n1", sha256: "file" } as ReadableNote;
  const { result } = renderHook(() => useNoteHighlights("amara", note, undefined, undefined));
  const { drafts } = result.current;
  const draft = { text: "Complete", base: "", failure: { reason: "This remark is too long.", isFinal: true } };
  drafts.set("h1", draft);
  act(() => result.current.remove(highlight));
  expect(drafts.read()).toEqual({});
  act(() => undo());
  expect(drafts.read()).toEqual({ h1: draft });
  expect(puts).toHaveBeenCalledOnce();
});
