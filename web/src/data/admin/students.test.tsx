import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { accessKeysQuery, useCreateAccessKey, useRevokeAccessKey } from "./access-keys";
import { managedStudentQuery, type StudentAction, useStudentAction } from "./students";

vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));

let queries: QueryClient;
const activity = ["admin", "activity", "of a month"];
beforeEach(() => {
  server.reset();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(activity, {});
});
const use = <Result,>(hook: () => Result): Result => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(hook, { wrapper }).result.current;
};
afterEach(cleanup);
const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated;

test("a student is found by the text, always anew", async () => {
  server.answer = () => ({ id: "u1" });
  const query = managedStudentQuery("amara");
  expect(await queries.fetchQuery(query)).toEqual({ id: "u1" });
  expect(await queries.fetchQuery(query)).toEqual({ id: "u1" });
  expect(server.requests).toEqual(Array(2).fill(["POST /api/admin/students/find", { text: "amara" }]));
  expect([query.queryKey, query.gcTime]).toEqual([["admin", "student", "amara"], 0]);
});

test.each<[StudentAction, string]>([
  ["endSessions", "end-sessions"],
  ["block", "block"],
  ["unblock", "unblock"],
])("the action %s sends the password and shows the changed student", async (action, path) => {
  server.answer = () => ({ id: "u1", blocked: true });
  await use(() => useStudentAction("amara")).mutateAsync({ id: "u1", action, password: "secret" });
  expect(server.requests).toEqual([[`POST /api/admin/students/u1/${path}`, { password: "secret" }]]);
  expect(queries.getQueryData(managedStudentQuery("amara").queryKey)).toEqual({ id: "u1", blocked: true });
  expect(isStale(activity)).toBe(true);
});

test("deleting a student leaves what was found", async () => {
  server.answer = () => ({ ignored: true });
  const { queryKey } = managedStudentQuery("amara");
  queries.setQueryDefaults(queryKey, { gcTime: 60_000 });
  queries.setQueryData(queryKey, { id: "u1" } as never);
  const result = await use(() => useStudentAction("amara")).mutateAsync({ id: "u1", action: "delete", password: "p" });
  expect(result).toBeUndefined();
  expect(server.requests).toEqual([["POST /api/admin/students/u1/delete", { password: "p" }]]);
  expect(queries.getQueryData(queryKey)).toEqual({ id: "u1" });
});

test("an action that fails changes nothing", async () => {
  server.reject();
  const order = { id: "u1", action: "block", password: "p" } as const;
  await expect(use(() => useStudentAction("amara")).mutateAsync(order)).rejects.toThrow();
  expect(isStale(activity)).toBe(false);
});

test("keys are listed, created and revoked, which makes their list and the activity stale", async () => {
  server.answer = (request) => request;
  expect(await queries.fetchQuery(accessKeysQuery)).toBe("GET /api/admin/keys");
  const body = { name: "Import", scopes: ["upload"], days: 90 } as never;
  expect(await use(useCreateAccessKey).mutateAsync(body)).toBe("POST /api/admin/keys");
  expect(server.requests.at(-1)).toEqual(["POST /api/admin/keys", body]);
  expect([isStale(accessKeysQuery.queryKey), isStale(activity)]).toEqual([true, true]);
  queries.setQueryData(accessKeysQuery.queryKey, {} as never);
  server.reject();
  await expect(use(useRevokeAccessKey).mutateAsync("k1")).rejects.toThrow();
  expect(server.requests.at(-1)).toEqual(["DELETE /api/admin/keys/k1"]);
  expect(isStale(accessKeysQuery.queryKey)).toBe(true);
});

test("the text of a new key does not stay in memory", async () => {
  await use(useCreateAccessKey).mutateAsync({} as never);
  cleanup();
  await vi.waitFor(() => expect(queries.getMutationCache().getAll()).toEqual([]));
});
