import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { bookmarksQuery, editBookmark, newBookmark, putBookmark, removeBookmark } from "../bookmarks/bookmarks";
import {
  applyHighlightChanges,
  editHighlight,
  highlightsQuery,
  putHighlight,
  removeHighlight,
  useHighlights,
} from "./highlights";

const outbox = vi.hoisted(() => ({ entries: [] as object[], enqueue: vi.fn() }));
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/offline/outbox/queue", () => ({
  enqueueChange: outbox.enqueue,
  useOutbox: (select: (all: object) => unknown) => select(outbox.entries),
  selectPendingChanges: (all: object[]) => all,
}));

const mark = { sha256: "0", page: 1, quote: "q", prefix: "", suffix: "", colour: "blue" as const, remark: "" };
const highlight = (id: string, noteId = "n1") => ({ id, noteId, title: "N", mark, madeAt: "" });
let queries: QueryClient;
beforeEach(() => {
  server.reset();
  outbox.entries = [];
  outbox.enqueue.mockReset().mockResolvedValue({ status: "queued" });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(cleanup);
const use = (noteId?: string) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useHighlights(noteId), { wrapper }).result;
};

test("S2.mark.1 highlights of one note and of all notes, and bookmarks, are read from their addresses", async () => {
  server.answer = () => ({ items: [] });
  await queries.fetchQuery(highlightsQuery("n1"));
  await queries.fetchQuery(highlightsQuery(undefined));
  await queries.fetchQuery(bookmarksQuery);
  expect(server.requests.map(([request]) => request)).toEqual([
    "GET /api/me/highlights/n1",
    "GET /api/me/highlights",
    "GET /api/me/bookmarks",
  ]);
  expect([highlightsQuery("n1").queryKey, highlightsQuery(undefined).queryKey]).toEqual([
    ["highlights", "n1"],
    ["highlights", "all"],
  ]);
});

test("S4.out.1 changes replace, remove and add highlights, the new ones last", () => {
  const changed = { ...highlight("a"), title: "M" };
  const list = applyHighlightChanges(
    [highlight("a"), highlight("b")],
    [
      { kind: "highlight", noteId: "n1", id: "c", highlight: highlight("c") },
      { kind: "highlight", noteId: "n1", id: "b" },
      { kind: "highlight", noteId: "n1", id: "a", highlight: changed },
    ],
  );
  expect(list).toEqual([changed, highlight("c")]);
});

test("S4.out.1 the highlights of a note include its pending changes, before and after the response", async () => {
  outbox.entries = [
    { kind: "highlight", noteId: "n1", id: "x", highlight: highlight("x") },
    { kind: "highlight", noteId: "n2", id: "y", highlight: highlight("y", "n2") },
    { kind: "like", on: true },
  ];
  server.answer = () => ({ items: [highlight("a")] });
  const result = use("n1");
  const ids = () => result.current.highlights.map(({ id }) => id);
  expect([ids(), result.current.isPending]).toEqual([["x"], true]);
  await vi.waitFor(() => expect(ids()).toEqual(["a", "x"]));
  expect([result.current.isPending, result.current.error]).toEqual([false, undefined]);
  const all = use();
  expect(all.current.highlights.map(({ id }) => id)).toEqual(["x", "y"]);
});

test("S2.mark.1 highlights that cannot be read have an error and are not pending", async () => {
  server.reject();
  const result = use("n1");
  await vi.waitFor(() => expect(result.current.error).toBeTruthy());
  expect(result.current.isPending).toBe(false);
});

test("S2.mark.1 a highlight is created, edited on what was seen, and removed", async () => {
  await putHighlight(highlight("a"));
  const onStored = vi.fn();
  await editHighlight(highlight("a"), { remark: "Why?" }, onStored);
  await removeHighlight(highlight("a"));
  const change = { kind: "highlight", noteId: "n1", id: "a" };
  const before = { sha256: "0", page: 1, colour: "blue", remark: "" };
  expect(outbox.enqueue.mock.calls).toEqual([
    [{ ...change, highlight: highlight("a") }],
    [{ ...change, highlight: { ...highlight("a"), mark: { ...mark, remark: "Why?" } }, before }, onStored],
    [change],
  ]);
});

test.each([
  [1.2345, 1234],
  [-3, 0],
])(
  "S4.bookmark.1 a new bookmark at %d s is stored at %i ms, and can be changed and removed",
  async (secs, positionMs) => {
    const made = newBookmark({ id: "a1", title: "Heaps" }, secs);
    expect(made).toMatchObject({ audioId: "a1", title: "Heaps", positionMs, remark: "" });
    expect([made.id.length, Number.isNaN(Date.parse(made.madeAt))]).toEqual([26, false]);
    await putBookmark(made);
    await editBookmark({ ...made, remark: "Old" }, "New");
    await removeBookmark(made);
    const change = { kind: "bookmark", audioId: "a1", id: made.id };
    expect(outbox.enqueue.mock.calls).toEqual([
      [{ ...change, bookmark: made }],
      [{ ...change, bookmark: { ...made, remark: "New" }, before: "Old" }],
      [change],
    ]);
  },
);
