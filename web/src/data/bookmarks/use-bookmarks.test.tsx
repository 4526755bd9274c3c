import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Bookmark } from "@/api/models";
import { bookmarksQuery, newBookmark, useBookmarks } from "./bookmarks";

const kept = vi.hoisted(() => ({ changes: [] as unknown[] }));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/outbox/queue", async (original) => ({
  ...(await original<object>()),
  useOutbox: (select: (all: unknown) => unknown) => select(kept.changes),
  selectPendingChanges: (all: unknown) => all,
}));

afterEach(() => {
  cleanup();
  kept.changes = [];
});

const bookmark = (id: string, audioId: string, positionMs: number) => ({ id, audioId, positionMs }) as Bookmark;

function shown(known: readonly Bookmark[] | undefined, audioId?: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  if (known) queries.setQueryData(bookmarksQuery.queryKey, [...known]);
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useBookmarks(audioId), { wrapper }).result.current;
}
const ids = (known: readonly Bookmark[] | undefined, audioId?: string) =>
  shown(known, audioId).bookmarks.map(({ id }) => id);

const known = [bookmark("3", "a", 30), bookmark("2", "b", 20), bookmark("5", "a", 10), bookmark("4", "a", 10)];

test("S4.bookmark.1 the bookmarks of one recording, or of all, are in the order of their positions", () => {
  expect(ids(known, "a")).toEqual(["4", "5", "3"]);
  expect(ids(known, "c")).toEqual([]);
  expect(ids(known)).toEqual(["4", "5", "2", "3"]);
});

test("S4.bookmark.2 bookmarks whose creation or removal is pending are marked", () => {
  const change = (id: string, more?: Bookmark) => ({ kind: "bookmark", audioId: "a", id, bookmark: more });
  kept.changes = [
    change("3"),
    change("6", bookmark("6", "a", 5)),
    { kind: "like", on: true, target: "audio", id: "a" },
  ];
  expect(ids(known, "a")).toEqual(["6", "4", "5"]);
  expect(ids(undefined, "a")).toEqual(["6"]);
});

test("bookmarks are shown as loading until the first response", () => {
  expect([shown(undefined).isPending, shown(known).isPending]).toEqual([true, false]);
});

test.each([
  [12.3456, 12_345],
  [-0.5, 0],
])("S4.bookmark.1 a bookmark made at %s seconds has its position at %s milliseconds", (secs, ms) => {
  const made = newBookmark({ id: "a", title: "Heaps" }, secs);
  expect(made).toMatchObject({ audioId: "a", title: "Heaps", positionMs: ms, remark: "" });
  expect(made.id).toMatch(/^[0-9A-Z]{26}$/);
});
