import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { conflict, server } from "@/api/client-testing";
import {
  followListQuery,
  followStudent,
  onFollowStudentConfirmed,
  studentCoursesQuery,
  studentQuery,
  studentSearchQuery,
  useStudent,
} from "./students";

const outbox = vi.hoisted(() => ({ entries: [] as object[], enqueue: vi.fn() }));
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/offline/outbox/queue", () => ({
  enqueueChange: outbox.enqueue,
  useOutbox: (select: (all: object) => unknown) => select(outbox.entries),
  selectPendingChanges: (all: object[]) => all,
}));

const ben = { username: "Ben", isFollowed: false, followers: 2 };
let queries: QueryClient;
beforeEach(() => {
  server.reset();
  outbox.entries = [];
  outbox.enqueue.mockReset().mockResolvedValue({ status: "sent" });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  queries.setQueryData(studentQuery("ben").queryKey, ben as never);
});
afterEach(cleanup);
const shown = () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { data } = renderHook(() => useStudent("BEN"), { wrapper }).result.current;
  return [data?.isFollowed, data?.followers];
};
const follow = (username: string, on: boolean) => ({ kind: "followStudent", on, username });

test("a profile includes the follow that waits to be sent, under any spelling", () => {
  expect(shown()).toEqual([false, 2]);
  outbox.entries = [follow("bEN", true), follow("amara", false), { kind: "like", on: false }];
  expect(shown()).toEqual([true, 3]);
  outbox.entries = [follow("ben", false)];
  expect(shown()).toEqual([false, 2]);
});

test("the number of followers is never negative", () => {
  queries.setQueryData(studentQuery("ben").queryKey, { ...ben, isFollowed: true, followers: 0 } as never);
  outbox.entries = [follow("ben", false)];
  expect(shown()).toEqual([false, 0]);
});

test("a profile that was not read has no follow", () => {
  queries.clear();
  server.answer = () => new Promise(() => undefined);
  outbox.entries = [follow("ben", true)];
  expect(shown()).toEqual([undefined, undefined]);
});

test("a follow is stored as a pending change, and a rejection is reported", async () => {
  const onRejected = vi.fn();
  followStudent("ben", false, onRejected);
  expect(outbox.enqueue.mock.calls).toEqual([[follow("ben", false)]]);
  const error = conflict();
  outbox.enqueue.mockRejectedValue(error);
  followStudent("ben", true, onRejected);
  await vi.waitFor(() => expect(onRejected.mock.calls).toEqual([[error]]));
});

test("a confirmed follow is shown, and the lists with it are read again", () => {
  const lists = [followListQuery("amara", "following").queryKey, studentQuery("amara").queryKey];
  for (const key of lists) queries.setQueryData(key as readonly unknown[], {});
  act(() => onFollowStudentConfirmed(queries, "ben", { isFollowed: true, followers: 9 } as never));
  expect(queries.getQueryData(studentQuery("ben").queryKey)).toEqual({ ...ben, isFollowed: true, followers: 9 });
  expect(lists.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});

test("students, their courses and followers are read from their addresses", async () => {
  queries.clear();
  server.answer = (request) => (request.includes("follow") ? { items: [], nextCursor: "c1" } : request);
  await queries.fetchQuery(studentSearchQuery(" @BE "));
  await queries.fetchQuery(studentQuery("Ben"));
  await queries.fetchQuery(studentCoursesQuery("ben"));
  await queries.fetchInfiniteQuery({ ...followListQuery("ben", "followers"), pages: 2 } as never);
  await queries.fetchInfiniteQuery(followListQuery("ben", "following"));
  expect(server.requests.map(([request]) => request)).toEqual([
    "GET /api/students?prefix=be",
    "GET /api/students/Ben",
    "GET /api/students/ben/courses",
    "GET /api/students/ben/followers",
    "GET /api/students/ben/followers?cursor=c1",
    "GET /api/students/ben/following",
  ]);
  expect(followListQuery("ben", "followers").queryKey).not.toEqual(followListQuery("ben", "following").queryKey);
});
