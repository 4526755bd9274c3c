import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { conflict, server } from "@/api/client-testing";
import { examsQuery } from "../exams/exams";
import {
  courseRequestQuery,
  courseRequestsQuery,
  myRequestsQuery,
  onCourseRequestConfirmed,
  requestCourse,
  requestKeys,
  requestReasonsQuery,
  useDecideRequest,
  useReloadDecision,
  useVoteForCourse,
} from "./requests";

const enqueue = vi.hoisted(() => vi.fn());
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/outbox/queue", () => ({
  enqueueChange: enqueue,
  outbox: { reload: async () => [] },
  useOutbox: () => [],
  selectPendingChanges: () => [],
}));

let queries: QueryClient;
const wanted = courseRequestsQuery("open").queryKey;
beforeEach(() => {
  server.reset();
  enqueue.mockReset().mockResolvedValue({ status: "sent" });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(wanted, { pages: [], pageParams: [] });
});
afterEach(cleanup);
const use = <Result,>(hook: () => Result): Result => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result.current;
};
const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated;
const summary = { courseCode: "CS246", mine: true, requesters: 2 } as never;

test("course requests, their reasons and exams are read from their addresses", async () => {
  queries.clear();
  server.answer = () => ({ items: [], nextCursor: "c1", requests: { items: [], nextCursor: "c1" } });
  await queries.fetchQuery(courseRequestQuery("CS246"));
  await queries.fetchInfiniteQuery({ ...myRequestsQuery, pages: 2 } as never);
  await queries.fetchInfiniteQuery({ ...courseRequestsQuery("planned"), pages: 2 } as never);
  await queries.fetchInfiniteQuery({ ...requestReasonsQuery("CS246"), pages: 2 } as never);
  expect(await queries.fetchQuery(examsQuery)).toEqual([]);
  expect(server.requests.map(([request]) => request)).toEqual([
    "GET /api/requested-courses/CS246",
    "GET /api/me/requests",
    "GET /api/me/requests?cursor=c1",
    "GET /api/requested-courses?state=planned",
    "GET /api/requested-courses?state=planned&cursor=c1",
    "GET /api/requested-courses/CS246/requests",
    "GET /api/requested-courses/CS246/requests?cursor=c1",
    "GET /api/me/exams",
  ]);
});

test("a request and a vote are stored as pending changes", async () => {
  const request = { id: "r1", courseCode: "CS246" } as never;
  await requestCourse(request);
  await use(useVoteForCourse).mutateAsync({ code: "CS246", join: false });
  expect(enqueue.mock.calls).toEqual([
    [{ kind: "requestCourse", request }],
    [{ kind: "wantCourse", on: false, code: "CS246" }],
  ]);
});

test("a decision is sent with what was seen, and the lists are read again", async () => {
  const before = { state: "open", answer: "" } as const;
  await use(useDecideRequest).mutateAsync({ code: "CS246", state: "planned", answer: "Soon.", before });
  expect(server.requests).toEqual([
    ["PUT /api/requested-courses/CS246", { state: "planned", answer: "Soon.", before }],
  ]);
  expect(isStale(wanted)).toBe(true);
});

test("a decision that conflicts keeps the lists", async () => {
  server.reject(conflict());
  const decision = { code: "CS246", state: "planned", answer: "", before: { state: "open", answer: "" } } as const;
  await expect(use(useDecideRequest).mutateAsync(decision)).rejects.toThrow("It was changed.");
  expect(isStale(wanted)).toBe(false);
});

test("the current decision is read anew, and the lists as well", async () => {
  queries.setQueryData(courseRequestQuery("CS246").queryKey, summary);
  server.answer = () => ({ state: "added", answer: "Done." });
  expect(await use(() => useReloadDecision("CS246"))()).toEqual({ state: "added", answer: "Done." });
  expect(server.requests).toEqual([["GET /api/requested-courses/CS246"]]);
  expect(isStale(wanted)).toBe(true);
});

test("S4.out.1 a confirmed vote is shown at once, and a confirmed request reads all of them again", () => {
  queries.setQueryData(requestKeys.mine, { pages: [], pageParams: [] });
  queries.setQueryData(courseRequestQuery("CS246").queryKey, { requesters: 1 } as never);
  onCourseRequestConfirmed(queries, summary);
  expect(queries.getQueryData(courseRequestQuery("CS246").queryKey)).toEqual(summary);
  expect([isStale(requestKeys.mine), isStale(wanted)]).toEqual([true, false]);
  onCourseRequestConfirmed(queries);
  expect(isStale(wanted)).toBe(true);
});
