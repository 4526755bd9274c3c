import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { albumQuery, useDeleteAlbumNote, useRestoreAlbumNote } from "../albums/albums";
import { shelfQuery, useDeleteAudio, useRestoreAudio, waveformQuery } from "./audio";
import { courseAudioQuery } from "./course-audio";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));

let queries: QueryClient;
const shelf = shelfQuery("deep-dive").queryKey;
const album = albumQuery("cram").queryKey;
const item = (id: string) => ({ id, durationSecs: 60 });

beforeEach(() => {
  server.reset();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(shelf, {
    pages: [{ shelf: { episodes: 2, totalSecs: 120 }, audio: { items: [item("a"), item("b")] } }],
    pageParams: [""],
  } as never);
  queries.setQueryData(album, {
    pages: [{ album: { noteCount: 2 }, notes: { items: [item("a"), item("b")] } }],
    pageParams: [""],
  } as never);
});
afterEach(cleanup);
const use = <Result,>(hook: () => Result): Result => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result.current;
};
const ids = {
  recording: () => queries.getQueryData(shelf)?.pages.flatMap(({ audio }) => audio.items.map(({ id }) => id)),
  album: () => queries.getQueryData(album)?.pages.flatMap(({ notes }) => notes.items.map(({ id }) => id)),
};
const kinds = [
  [
    "recording",
    () => useDeleteAudio("deep-dive").mutateAsync,
    () => useRestoreAudio("deep-dive").mutateAsync,
    "/api/audio/a",
    shelf,
  ],
  [
    "album",
    () => useDeleteAlbumNote("cram").mutateAsync,
    () => useRestoreAlbumNote("cram").mutateAsync,
    "/api/album-notes/a",
    album,
  ],
] as const;

test.each(kinds)("a deleted item of a %s leaves its list before the response", async (kind, remove, _, path, key) => {
  let finish: () => void = () => undefined;
  server.answer = () => new Promise<void>((resolve) => (finish = resolve));
  const deleted = use<(id: string) => Promise<unknown>>(remove)("a");
  await vi.waitFor(() => expect(server.requests).toEqual([[`DELETE ${path}`]]));
  expect(ids[kind]()).toEqual(["b"]);
  finish();
  await deleted;
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
});

test.each(kinds)("an item of a %s that cannot be deleted is back in its list", async (kind, remove, _, __, key) => {
  server.reject();
  await expect(use<(id: string) => Promise<unknown>>(remove)("a")).rejects.toThrow();
  expect(ids[kind]()).toEqual(["a", "b"]);
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
});

test.each(kinds)("an item of a %s whose list was not read is deleted", async (_, remove, __, path, key) => {
  queries.removeQueries({ queryKey: key });
  await use<(id: string) => Promise<unknown>>(remove)("a");
  expect(server.requests).toEqual([[`DELETE ${path}`]]);
  expect(queries.getQueryData(key)).toBeUndefined();
});

test.each(kinds)("a restored item of a %s is read again with its list", async (_, __, restore, path, key) => {
  await use<(id: string) => Promise<unknown>>(restore)("a");
  expect(server.requests).toEqual([[`POST ${path}/restore`]]);
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
});

test("shelves, albums, waveforms and the recordings of a course are read from their addresses", async () => {
  queries.clear();
  server.answer = (request) => {
    if (request.startsWith("GET /api/courses")) return { items: [] };
    if (request.startsWith("GET /api/albums")) return { album: {}, notes: { items: [], nextCursor: "c1" } };
    return { shelf: {}, audio: { items: [], nextCursor: "c1" }, peaks: [1] };
  };
  await queries.fetchInfiniteQuery({ ...albumQuery("cram"), pages: 2 } as never);
  await queries.fetchInfiniteQuery({ ...shelfQuery("deep-dive"), pages: 2 } as never);
  expect(await queries.fetchQuery(courseAudioQuery("CS246"))).toEqual([]);
  await queries.fetchQuery(waveformQuery({ id: "a1" }));
  expect(server.requests.map(([request]) => request)).toEqual([
    "GET /api/albums/cram",
    "GET /api/albums/cram?cursor=c1",
    "GET /api/shelves/deep-dive",
    "GET /api/shelves/deep-dive?cursor=c1",
    "GET /api/courses/CS246/audio",
    "GET /api/audio/a1/waveform",
  ]);
});
