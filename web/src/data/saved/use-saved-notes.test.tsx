import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { unreachableProblem } from "@/api/problem";
import { signInAs, signOutForTest } from "@/api/testing";
import { cacheSavedNotes } from "./my-notes-cache";
import { useRemoveSavedNote, useSavedNotes, useSaveNote } from "./saved";

const outbox = vi.hoisted(() => ({ entries: [] as object[], enqueue: vi.fn() }));
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("../me/bootstrap", () => ({ takeBootstrapPart: async () => undefined }));
vi.mock("@/offline/outbox/queue", () => ({
  enqueueChange: outbox.enqueue,
  useOutbox: (select: (all: object) => unknown) => select(outbox.entries),
  selectPendingChanges: (all: object[]) => all,
}));

const amara = { uid: "u1", name: "Amara" };
const note = (id: string) =>
  ({ id, originalNoteId: id, title: id, addedAt: "2026-11-15T12:00:00Z", facts: {} }) as never;
let queries: QueryClient;

beforeEach(() => {
  server.reset();
  localStorage.clear();
  outbox.entries = [];
  outbox.enqueue.mockReset();
  signInAs(amara);
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
});
afterEach(() => {
  cleanup();
  signOutForTest();
});

const use = <Result,>(hook: () => Result) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result;
};
const never = () => new Promise(() => undefined);

test("My Notes are pending until they were read, unless this device has a copy", async () => {
  server.answer = never;
  expect(use(useSavedNotes).current).toMatchObject({ notes: [], isPending: true, isError: false, isOffline: false });
  cleanup();
  act(() => cacheSavedNotes("u1", [note("kept")]));
  const { notes, isPending } = use(useSavedNotes).current;
  expect([notes.map(({ id }) => id), isPending]).toEqual([["kept"], false]);
});

test("an empty copy does not end the wait", () => {
  server.answer = never;
  act(() => cacheSavedNotes("u1", []));
  expect(use(useSavedNotes).current.isPending).toBe(true);
});

test("S4.out.1 a note that waits to be sent is shown and named, so nothing is pending", () => {
  server.answer = never;
  outbox.entries = [
    { kind: "saveNote", on: true, noteId: "new", note: note("new") },
    { kind: "saveNote", on: false, noteId: "old" },
    { kind: "like", on: true, target: "notes", id: "x" },
  ];
  const { notes, waitingIds, isPending } = use(useSavedNotes).current;
  expect([notes.map(({ id }) => id), [...waitingIds], isPending]).toEqual([["new"], ["new"], false]);
});

test("an error is reported only without a list of the server", async () => {
  server.reject();
  const failed = use(useSavedNotes);
  await vi.waitFor(() => expect(failed.current.isError).toBe(true));
  expect(failed.current.error).toMatchObject({ code: "unreachable" });
  server.answer = () => ({ items: [note("a")] });
  await act(async () => void (await failed.current.refetch()));
  expect([failed.current.isError, failed.current.notes.map(({ id }) => id)]).toEqual([false, ["a"]]);
  server.reject();
  await act(async () => void (await failed.current.refetch()));
  expect(failed.current.isError).toBe(false);
});

test("a visitor's notes are not requested", () => {
  signOutForTest();
  expect(use(useSavedNotes).current).toMatchObject({ notes: [], isPending: false });
  expect(server.requests).toEqual([]);
});

test.each([
  ["queued", { status: "queued" }],
  ["saved", { status: "sent", result: { isNew: true } }],
  ["already", { status: "sent", result: { isNew: false } }],
  ["already", { status: "dropped" }],
])("S4.out.1 an added note is reported as %s after %j", async (result, outcome) => {
  outbox.enqueue.mockResolvedValue(outcome);
  expect(await use(() => useSaveNote(amara)).current.mutateAsync(note("n1"))).toBe(result);
  expect(outbox.enqueue).toHaveBeenCalledWith(
    expect.objectContaining({ kind: "saveNote", on: true, noteId: "n1", note: expect.anything() }),
  );
});

test("S4.out.1 a visitor cannot add notes, and a rejected addition rejects", async () => {
  const visitor = use(() => useSaveNote(undefined)).current.mutateAsync(note("n1"));
  await expect(visitor).rejects.toThrow("You must be signed in to add notes.");
  expect(outbox.enqueue).not.toHaveBeenCalled();
  outbox.enqueue.mockRejectedValue(unreachableProblem());
  await expect(use(() => useSaveNote(amara)).current.mutateAsync(note("n1"))).rejects.toThrow();
});

test("S4.out.1 a note is removed by the id of its original", async () => {
  outbox.enqueue.mockResolvedValue({ status: "sent" });
  const saved = { id: "copy", originalNoteId: "n1" } as never;
  await use(useRemoveSavedNote).current.mutateAsync(saved);
  expect(outbox.enqueue.mock.calls).toEqual([[{ kind: "saveNote", on: false, noteId: "n1" }]]);
});
