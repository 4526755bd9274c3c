import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import type { AlbumPage } from "@/api/models";
import { unreachableProblem } from "@/api/problem";
import { albumQuery, useDeleteAlbumNote, useRestoreAlbumNote } from "./albums";

vi.mock("@/api/client", () => import("@/api/client-testing"));

const { queryKey } = albumQuery("cram");
const page = { album: { id: "cram", noteCount: 2 }, notes: { items: [{ id: "n1" }, { id: "n2" }] } };
const known = { pages: [page as unknown as AlbumPage], pageParams: [""] };

let queries: QueryClient;
beforeEach(() => {
  server.reset();
  queries = new QueryClient();
  queries.setQueryData(queryKey, known);
});
afterEach(cleanup);

function hook<Result>(use: () => Result): Result {
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(use, { wrapper }).result.current;
}
const shown = () => queries.getQueryData(queryKey)?.pages[0]?.notes.items.map(({ id }) => id);
const isStale = () => queries.getQueryState(queryKey)?.isInvalidated;

test("S2.album.4 a note disappears before the server has confirmed its removal", async () => {
  let answer: (value?: unknown) => void = () => undefined;
  server.answer = () => new Promise((resolve) => (answer = resolve));
  const remove = hook(() => useDeleteAlbumNote("cram"));
  let removed: Promise<unknown> | undefined;
  act(() => {
    removed = remove.mutateAsync("n1");
  });
  await vi.waitFor(() => expect(shown()).toEqual(["n2"]));
  expect(isStale()).toBe(false);
  await vi.waitFor(() => expect(server.requests).toEqual([["DELETE /api/album-notes/n1"]]));
  answer();
  await act(() => removed as Promise<unknown>);
  expect(shown()).toEqual(["n2"]);
  expect(isStale()).toBe(true);
});

test("S2.album.4 a note that could not be removed is shown again, and the album is fetched again", async () => {
  server.reject();
  const remove = hook(() => useDeleteAlbumNote("cram"));
  await act(() => expect(remove.mutateAsync("n1")).rejects.toEqual(unreachableProblem()));
  expect(shown()).toEqual(["n1", "n2"]);
  expect(isStale()).toBe(true);
});

test("S2.album.4 removing a note of an album that was not loaded loads nothing into its list", async () => {
  queries.clear();
  const remove = hook(() => useDeleteAlbumNote("cram"));
  await act(() => remove.mutateAsync("n1"));
  expect(queries.getQueryData(queryKey)).toBeUndefined();
});

test("S2.album.4 a restored note is fetched with its album", async () => {
  const restore = hook(() => useRestoreAlbumNote("cram"));
  await act(() => restore.mutateAsync("n1"));
  expect(server.requests).toEqual([["POST /api/album-notes/n1/restore"]]);
  expect(isStale()).toBe(true);
});
