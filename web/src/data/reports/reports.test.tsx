import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { reportedItemsQuery, reportsQuery, sendReport, useDecideReportedItem } from "./reports";

const enqueue = vi.hoisted(() => vi.fn(async () => ({ status: "queued" })));
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/offline/outbox/queue", () => ({ enqueueChange: enqueue }));

let queries: QueryClient;
beforeEach(() => {
  server.reset();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(reportedItemsQuery.queryKey, { pages: [], pageParams: [] });
});
afterEach(cleanup);

function useDecide() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(useDecideReportedItem, { wrapper }).result.current;
}
const isStale = () => queries.getQueryState(reportedItemsQuery.queryKey)?.isInvalidated;
const target = { kind: "note", id: "n1" } as const;

test("S2.report.1 a report is stored as a pending change with the title of its item", async () => {
  const report = { kind: "note", id: "n1", reason: "other", text: "Wrong" } as never;
  expect(await sendReport(report, "Heaps")).toEqual({ status: "queued" });
  expect(enqueue).toHaveBeenCalledWith({ kind: "report", report, title: "Heaps" });
});

test("S2.report.2 reported items are read page by page, and the reports of one item by its id", async () => {
  server.answer = (request) =>
    request.startsWith("GET /api/reports/") ? { items: ["one"] } : { items: [], nextCursor: "c1" };
  await queries.fetchInfiniteQuery({ ...reportedItemsQuery, staleTime: 0, pages: 2 } as never);
  expect(await queries.fetchQuery(reportsQuery(target))).toEqual(["one"]);
  expect(server.requests.map(([request]) => request)).toEqual([
    "GET /api/reports",
    "GET /api/reports?cursor=c1",
    "GET /api/reports/note/n1",
  ]);
  expect(reportsQuery(target).queryKey).toEqual(["reports", "of", "note", "n1"]);
});

test("S2.report.2 reports are dismissed, or their item is taken down with a reason", async () => {
  await useDecide().mutateAsync({ target });
  expect(isStale()).toBe(true);
  await useDecide().mutateAsync({ target, takeDown: { reason: "Copied" } });
  expect(server.requests).toEqual([
    ["POST /api/reports/note/n1/dismiss"],
    ["POST /api/reports/note/n1/take-down", { reason: "Copied" }],
  ]);
});

test("S2.report.2 a decision that fails keeps the list", async () => {
  server.reject();
  await expect(useDecide().mutateAsync({ target })).rejects.toThrow();
  expect(isStale()).toBe(false);
});
