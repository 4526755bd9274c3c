import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { signInAs, signOutForTest } from "@/api/testing";
import { fetchSavedFileUrl, useNoteUpdates } from "./note-updates";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));

const removed = { noteId: "n2", deletedAt: "2026-11-20T10:00:00Z" };
const updates = { items: [{ noteId: "n1", note: { id: "n1" } }, removed] };

let queries: QueryClient;
beforeEach(() => {
  localStorage.clear();
  server.reset();
  server.answer = () => updates;
  queries = new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 60_000 } } });
  signInAs({ uid: "amara", name: "Amara" });
});
afterEach(() => {
  cleanup();
  signOutForTest();
});

function show(options?: Parameters<typeof useNoteUpdates>[0]) {
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useNoteUpdates(options), { wrapper }).result;
}

test("deleted notes are known by id after the first request, and changed ones are not among them", async () => {
  const updatesOf = show();
  expect(updatesOf.current).toEqual({ deleted: new Map(), isPending: true });
  await waitFor(() => expect(updatesOf.current.isPending).toBe(false));
  expect([...updatesOf.current.deleted]).toEqual([["n2", removed]]);
});

test("after a failed attempt the copies of the device can be shown, although the request is repeated", async () => {
  server.reject();
  const updatesOf = show();
  await waitFor(() => expect(updatesOf.current.isPending).toBe(false));
  expect(updatesOf.current.deleted.size).toBe(0);
  expect(queries.isFetching()).toBe(1);
});

test("a page that needs the current state asks on each visit, and others do not", async () => {
  const visit = async (options?: { always: boolean }) => {
    show(options);
    await waitFor(() => expect(queries.isFetching()).toBe(0));
    cleanup();
    return server.requests.length;
  };
  expect([await visit(), await visit()]).toEqual([1, 1]);
  expect([await visit({ always: true }), await visit({ always: true })]).toEqual([2, 3]);
});

test("visitors have no updates, and nothing is requested for them", () => {
  signOutForTest();
  expect(show().current).toEqual({ deleted: new Map(), isPending: false });
  expect(server.requests).toEqual([]);
});

test("the file of a saved note is found by the id of the note", async () => {
  server.answer = () => ({ url: "https://files/n1" });
  expect(await fetchSavedFileUrl("n1")).toBe("https://files/n1");
  expect(server.requests).toEqual([["GET /api/me/notes/n1/file"]]);
});
