import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { PropsWithChildren } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { signInAs, signOutForTest } from "@/api/testing";
import { userStorage } from "@/lib/browser/storage";
import { useLike } from "./likes";

const kept = vi.hoisted(() => ({ changes: [] as unknown[], add: vi.fn(), taken: undefined as unknown }));
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("../me/bootstrap", () => ({
  takeBootstrapPart: async (_uid: string, _part: string, use: (taken: unknown) => unknown) =>
    kept.taken === undefined ? undefined : use(kept.taken),
}));
vi.mock("@/offline/outbox/queue", async (original) => ({
  ...(await original<object>()),
  enqueueChange: kept.add,
  useOutbox: (select: (all: unknown) => unknown) => select(kept.changes),
  selectPendingChanges: (all: unknown) => all,
}));

let queries: QueryClient;
beforeEach(() => {
  localStorage.clear();
  Object.assign(kept, { changes: [], taken: undefined });
  kept.add.mockReset();
  server.reset();
  server.answer = () => ({ courses: [], notes: ["n1"], audio: [] });
  queries = new QueryClient();
  signInAs({ uid: "amara", name: "Amara" });
});
afterEach(() => {
  cleanup();
  signOutForTest();
});

/** Shows a like button once the student's likes are known. */
async function show(...given: Parameters<typeof useLike>) {
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook(() => useLike(...given), { wrapper });
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  const state = () => [result.current.liked, result.current.count];
  return { result, rerender, state };
}
const like = (id: string, on: boolean, target = "notes") => ({ kind: "like", on, target, id });

test("S4.like.1 a press likes an item, and another one takes the like back", async () => {
  kept.add.mockResolvedValue({ status: "queued" });
  const { result, rerender, state } = await show("notes", "n2", 5);
  expect(state()).toEqual([false, 5]);
  act(() => result.current.onToggle());
  expect(kept.add.mock.calls).toEqual([[like("n2", true)]]);
  kept.changes = [like("n2", true)];
  rerender();
  expect(state()).toEqual([true, 6]);
  act(() => result.current.onToggle());
  expect(kept.add.mock.lastCall).toEqual([like("n2", false)]);
});

test("S4.like.1 only pending likes of the same item change its button", async () => {
  kept.changes = [like("n2", true, "audio"), like("n3", true), { kind: "saveNote", on: true, noteId: "n2" }];
  expect((await show("notes", "n2", 5)).state()).toEqual([false, 5]);
});

test("S3.like.1 the count of the server is shown instead of an outdated list, and survives a reload", async () => {
  kept.add.mockResolvedValue({ status: "sent", result: { liked: true, count: 9 } });
  const { result, state } = await show("notes", "n2", 5);
  act(() => result.current.onToggle());
  await waitFor(() => expect(state()).toEqual([false, 9]));
  expect(userStorage("amara").get("like:notes:n2")).toBe("9 5");
  cleanup();
  // Until the likes are fetched, the stored count is shown; after that, the list is newer.
  queries = new QueryClient();
  let answer: (likes: object) => void = () => undefined;
  server.answer = () => new Promise((resolve) => (answer = resolve));
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const reloaded = renderHook(() => useLike("notes", "n2", 5), { wrapper }).result;
  expect(reloaded.current.count).toBe(9);
  await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(0));
  await act(async () => answer({ courses: [], notes: [], audio: [] }));
  await waitFor(() => expect(reloaded.current.count).toBe(5));
});

test("S4.like.1 a like that waits for the connection stores no count of the server", async () => {
  kept.add.mockResolvedValue({ status: "queued" });
  const onRejected = vi.fn();
  const { result, state } = await show("notes", "n2", 5, onRejected);
  await act(async () => result.current.onToggle());
  expect(state()).toEqual([false, 5]);
  expect(onRejected).not.toHaveBeenCalled();
  expect(userStorage("amara").get("like:notes:n2")).toBeUndefined();
});

test("S4.like.2 a rejected like is reported to the caller, or logged", async () => {
  const refused = new Error("refused");
  kept.add.mockRejectedValue(refused);
  const onRejected = vi.fn();
  const { result } = await show("notes", "n2", 5, onRejected);
  await act(async () => result.current.onToggle());
  expect(onRejected.mock.calls).toEqual([[refused]]);
  cleanup();
  const logged = vi.spyOn(console, "warn").mockReturnValue();
  const other = await show("notes", "n2", 5);
  await act(async () => other.result.current.onToggle());
  expect(logged).toHaveBeenCalledTimes(1);
});

test("a like in the player refreshes the lists of recordings, and one in a list does not", async () => {
  kept.add.mockResolvedValue({ status: "sent", result: { liked: true, count: 1 } });
  const list = ["audio", "shelf", "deep-dive"];
  queries.setQueryData(list, []);
  const isStale = () => queries.getQueryState(list)?.isInvalidated;
  const inList = await show("audio", "a1", 0);
  await act(async () => inList.result.current.onToggle());
  expect(isStale()).toBe(false);
  const inPlayer = await show("audio", "a1", undefined);
  await act(async () => inPlayer.result.current.onToggle());
  expect(isStale()).toBe(true);
});

test("visitors see the count with the reason why they cannot like", async () => {
  signOutForTest();
  const { result } = await show("notes", "n1", 5);
  expect(result.current).toMatchObject({ liked: false, count: 5, disabledReason: "Sign in to like" });
  result.current.onToggle();
  expect(kept.add).not.toHaveBeenCalled();
  expect(server.requests).toEqual([]);
});

test("the likes of the last visit are shown at once, and the response at startup replaces or confirms them", async () => {
  userStorage("amara").set("likes", "CS246;n1 n2;");
  kept.taken = "same";
  expect((await show("notes", "n2", 5)).state()).toEqual([true, 5]);
  expect(queries.getQueryState(["me", "likes"])).toMatchObject({ status: "success", data: { notes: ["n1", "n2"] } });
  expect(server.requests).toEqual([]);
  cleanup();
  queries = new QueryClient();
  kept.taken = { courses: [], notes: [], audio: ["a1"] };
  expect((await show("notes", "n2", 5)).state()).toEqual([false, 5]);
  expect(userStorage("amara").get("likes")).toBe(";;a1");
});
