import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { fetchNoteIndexUrl } from "./library";
import { newNotesQuery } from "./new-notes";
import {
  courseNotesQuery,
  fetchReadableNote,
  noteFileUrl,
  noteKeys,
  noteQuery,
  readerNoteQuery,
  recordDownload,
  useDeleteNote,
  useRestoreNote,
} from "./notes";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
const offline = vi.hoisted(() => ({ copy: undefined as object | undefined, merge: undefined as unknown }));
vi.mock("@/offline/files/with-offline-fallback", () => ({
  withOfflineFallback: async (
    ask: () => Promise<object>,
    read: (lookup: object, uid: string) => Promise<object | undefined>,
    merge: (note: object, copy: object) => object,
  ) => {
    const found = (await read({ offlineNote: async () => offline.copy }, "u1")) as { value: object } | undefined;
    const note = await ask();
    return found ? merge(note, found.value) : note;
  },
}));

let queries: QueryClient;
beforeEach(() => {
  server.reset();
  offline.copy = undefined;
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
const use = <Result,>(hook: () => Result): Result => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result.current;
};

test("the notes of a course, and of one chapter, are read page by page under their own keys", async () => {
  server.answer = () => ({ notes: { items: [], nextCursor: "c1" } });
  await queries.fetchInfiniteQuery({ ...courseNotesQuery("CS246"), pages: 2 } as never);
  await queries.fetchInfiniteQuery(courseNotesQuery("CS246", 2));
  await queries.fetchInfiniteQuery(courseNotesQuery("CS246", 0));
  expect(server.requests.map(([request]) => request)).toEqual([
    "GET /api/courses/CS246/notes",
    "GET /api/courses/CS246/notes?cursor=c1",
    "GET /api/courses/CS246/notes?chapter=2",
    "GET /api/courses/CS246/notes?chapter=0",
  ]);
  expect(courseNotesQuery("CS246", 2).queryKey).toEqual(["notes", "course", "CS246", "chapter", 2]);
  expect(courseNotesQuery("CS246").queryKey).toEqual(["notes", "course", "CS246"]);
});

test("a note is read by its id", async () => {
  server.answer = (request) => request;
  expect(await queries.fetchQuery(noteQuery("n1"))).toBe("GET /api/notes/n1");
  expect(await queries.fetchQuery(readerNoteQuery("n1"))).toBe("GET /api/notes/n1/reading");
  expect([noteQuery("n1").queryKey, readerNoteQuery("n1").queryKey]).toEqual([
    ["notes", "detail", "n1"],
    ["notes", "reading", "n1"],
  ]);
  expect(readerNoteQuery("n1")).toMatchObject({ refetchOnWindowFocus: false, refetchOnReconnect: false });
  expect(noteFileUrl("n/1")).toBe("/api/notes/n%2F1/file");
});

test("the reader uses the offline copy only while it has the current file", async () => {
  server.answer = () => ({ id: "n1", sha256: "new", url: "/signed", textUrl: "/text" });
  expect(await fetchReadableNote("n1", new AbortController().signal)).toMatchObject({ url: "/signed" });
  offline.copy = { sha256: "old", url: "/kept" };
  expect(await fetchReadableNote("n1")).toMatchObject({ url: "/signed", textUrl: "/text" });
  offline.copy = { sha256: "new", url: "/kept" };
  expect(await fetchReadableNote("n1")).toMatchObject({ url: "/kept", textUrl: "/text" });
  offline.copy = { sha256: "new", url: "/kept", textUrl: "/kept-text" };
  expect(await fetchReadableNote("n1")).toMatchObject({ url: "/kept", textUrl: "/kept-text" });
});

test.each([
  ["deleted", useDeleteNote, "DELETE /api/notes/n1"],
  ["restored", useRestoreNote, "POST /api/notes/n1/restore"],
] as const)("a note is %s, which makes its lists stale even after an error", async (_, hook, request) => {
  const keys = [noteKeys.inCourse("CS246"), newNotesQuery.queryKey, noteKeys.inCourse("MATH1")];
  for (const key of keys) queries.setQueryData(key as readonly string[], {});
  await use(() => hook("CS246")).mutateAsync("n1");
  expect(server.requests).toEqual([[request]]);
  const stale = () => keys.map((key) => queries.getQueryState(key)?.isInvalidated);
  expect(stale()).toEqual([true, true, false]);
  for (const key of keys) queries.setQueryData(key as readonly string[], {});
  server.reject();
  await expect(use(() => hook("CS246")).mutateAsync("n1")).rejects.toThrow();
  expect(stale()).toEqual([true, true, false]);
});

test("a download is recorded, and its failure is only logged", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  recordDownload("n1");
  expect(server.requests).toEqual([["POST /api/me/downloads", { noteId: "n1" }]]);
  server.reject();
  recordDownload("n1");
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
  expect(warn.mock.calls[0]?.[0]).toBe("The download was not recorded.");
});

test("the index of note titles has a signed URL", async () => {
  server.answer = () => ({ url: "/signed" });
  expect(await fetchNoteIndexUrl("ab")).toBe("/signed");
  expect(server.requests).toEqual([["GET /api/library/notes/ab"]]);
});
