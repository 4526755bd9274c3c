import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { PersonalCard } from "@/api/models";
import { usePersonalCards } from "./personal-cards";

const server = vi.hoisted(() => ({ courses: vi.fn(), cards: vi.fn() }));
let pending: object[] = [];
vi.mock("@/api/client", () => ({
  unwrap: (answer: unknown) => answer,
  api: { GET: async (path: string) => (path === "/api/me/cards" ? server.courses() : server.cards()) },
}));
vi.mock("@/offline/cache/query-persister", () => ({
  readCachedQuery: async () => undefined,
  writeCachedQuery: async () => undefined,
}));
vi.mock("@/offline/outbox/queue", () => ({
  useOutbox: () => pending,
  selectPendingChanges: (changes: object[]) => changes,
}));

const card = (id: string) => ({ id, course: "CS246", title: id, content: "", version: 1 }) as PersonalCard;
let queries: QueryClient;
beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  pending = [];
  server.courses.mockReset().mockResolvedValue({ items: [{ course: "CS246", edition: 7 }] });
  server.cards.mockReset().mockResolvedValue({ items: [card("a"), card("b")] });
});

function show() {
  const { result } = renderHook(() => usePersonalCards("CS246"), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  return { now: () => result.current, ids: () => result.current.cards.map(({ id }) => id).join(" ") };
}

test("S4.own.1 the cards of a course are shown with the changes that are pending", async () => {
  pending = [
    { kind: "personalCard", course: "CS246", id: "n", card: card("n") },
    { kind: "personalCard", course: "CS246", id: "a" },
    { kind: "personalCard", course: "MATH137", id: "m", card: card("m") },
  ];
  const shown = show();
  expect([shown.ids(), shown.now().isPending, shown.now().error]).toEqual(["n", true, null]);
  await waitFor(() => expect(shown.ids()).toBe("b n"));
  expect([shown.now().isPending, shown.now().error ?? undefined]).toEqual([false, undefined]);
});

test("S4.own.1 cards that cannot be read are an error, but not while earlier ones are shown", async () => {
  server.courses.mockRejectedValueOnce(new Error("No."));
  const shown = show();
  await waitFor(() => expect(shown.now().error).toEqual(new Error("No.")));
  expect([shown.ids(), shown.now().isPending]).toEqual(["", false]);
  await shown.now().refetch();
  await waitFor(() => expect(shown.ids()).toBe("a b"));
  server.courses.mockRejectedValue(new Error("No."));
  await queries.invalidateQueries();
  await waitFor(() => expect(server.courses.mock.calls.length).toBeGreaterThan(2));
  expect([shown.ids(), shown.now().error ?? undefined]).toEqual(["a b", undefined]);
});
