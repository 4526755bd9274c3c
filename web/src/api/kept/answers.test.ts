import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachable } from "../problem";
import { beVisitor, signInAs } from "../testing";
import { keepAnswers, oldestOf, withoutSigned } from "./answers";

vi.mock("@/api/session", () => import("@/api/testing"));
vi.mock("../session", () => import("@/api/testing"));

signInAs({ uid: "amara", name: "Amara" });

/** A page that was just opened. */
function freshPage(): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  keepAnswers(queries);
  return queries;
}

const key = ["playlists", "detail", "p1"];
const seen = (queryFn: () => Promise<unknown>, queryKey = key) => freshPage().fetchQuery({ queryKey, queryFn });
const outOfReach = () => Promise.reject(unreachable());

beforeEach(async () => {
  await seen(async () => ({ name: "Exam", cover: "https://files/c?X-Amz-Signature=a", items: [{ id: "1" }] }));
  // It is on the disk a moment later.
  await vi.waitFor(async () => expect(await seen(outOfReach)).toBeDefined());
});

test("S4.offline.5 without a server the kept answer is given, with the time it is of", async () => {
  const queries = freshPage();
  const before = Date.now();
  expect(await queries.fetchQuery({ queryKey: key, queryFn: outOfReach })).toEqual({
    name: "Exam",
    items: [{ id: "1" }],
  });
  expect(
    oldestOf(
      queries
        .getQueryCache()
        .getAll()
        .map(({ queryHash }) => queryHash),
    ),
  ).toBeLessThanOrEqual(before);
  await vi.waitFor(() => expect(queries.getQueryState(key)?.dataUpdatedAt).toBeLessThanOrEqual(before));
  await queries.fetchQuery({ queryKey: key, queryFn: async () => ({ name: "Newer" }), staleTime: 0 });
  expect(
    oldestOf(
      queries
        .getQueryCache()
        .getAll()
        .map(({ queryHash }) => queryHash),
    ),
  ).toBeUndefined();
});

test("S4.offline.5 a page for everyone, which asks before it is known whose it is, is kept and answered too", async () => {
  const shelf = ["audio", "shelf", "deep-dive"];
  /** Asks as a page does that does not wait for the session, which is there before the answer. */
  const askedEarly = (answer: () => Promise<unknown>) => {
    beVisitor();
    return seen(async () => {
      signInAs({ uid: "amara", name: "Amara" });
      return answer();
    }, shelf);
  };
  await askedEarly(async () => "three recordings");
  await vi.waitFor(async () => expect(await askedEarly(outOfReach)).toBe("three recordings"));
});

test("what the server refuses is refused, and what is not on the list is not kept", async () => {
  const gone = new ApiProblem({ code: "not_found", status: 404, detail: "It is gone." });
  await expect(seen(() => Promise.reject(gone))).rejects.toBe(gone);
  await seen(async () => "everybody", ["admin", "people"]);
  await expect(seen(outOfReach, ["admin", "people"])).rejects.toThrow("Could not reach");
});

test("S4.offline.5 nobody else gets it", async () => {
  signInAs({ uid: "ben", name: "Ben" });
  await expect(seen(outOfReach)).rejects.toThrow("Could not reach");
  signInAs({ uid: "amara", name: "Amara" });
});

test("signed addresses are not kept, wherever they stand", () => {
  const kept = withoutSigned({
    a: "https://files/x?Signature=b&Key-Pair-Id=c",
    list: [{ url: "/api/x?X-Amz-Signature=d" }],
    b: "/p?q=1",
  });
  expect(kept).toEqual({ list: [{}], b: "/p?q=1" });
});
