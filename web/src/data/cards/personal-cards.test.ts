import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { PersonalCard } from "@/api/models";

const asked: string[] = [];
let courses: { course: string; cards: number; edition: number }[] = [];
let cards: PersonalCard[] = [];
/** Called after the server has read all cards, before the response arrives. */
let beforeTheLast: () => void;
const kept = vi.hoisted(() => new Map<string, unknown>());

vi.mock("@/api/client", () => ({
  unwrap: (answer: unknown) => answer,
  api: {
    GET: async (path: string, { params }: { params?: { query: { cursor?: string } } }) => {
      asked.push(path);
      if (path === "/api/me/cards") return { items: courses };
      // The list has two pages.
      if (!params?.query.cursor) return { items: cards.slice(0, 1), nextCursor: "more" };
      const items = cards.slice(1);
      beforeTheLast();
      return { items };
    },
  },
}));
vi.mock("@/offline/cache/query-persister", () => ({
  readCachedQuery: async (key: readonly string[]) => kept.get(key.join(" ")),
  writeCachedQuery: async (key: readonly string[], data: unknown) => kept.set(key.join(" "), data),
}));
vi.mock("@/offline/outbox/queue", () => ({
  outbox: { get: () => ({ entries: [] }) },
  selectUnconfirmedChanges: () => [],
}));

const { onPersonalCardConfirmed, personalCardsQuery, readPersonalCards, withChanges } = await import(
  "./personal-cards"
);

const card = (id: string, title = id): PersonalCard => ({ id, course: "CS246", title, content: "", version: 1 });
const titles = (list: readonly PersonalCard[]) => list.map(({ title }) => title).join(" ");

let queries: QueryClient;
beforeEach(() => {
  queries = new QueryClient();
  asked.length = 0;
  beforeTheLast = () => undefined;
  kept.clear();
  courses = [{ course: "CS246", cards: 2, edition: 7 }];
  cards = [card("a"), card("b")];
});

test("S7.rd.16 sends no request for a course without personal cards", async () => {
  expect(await readPersonalCards(queries, "MATH137")).toEqual([]);
  expect(asked).toEqual(["/api/me/cards"]);
});

test("S7.rd.16 reads cards once, and again only when their version changes", async () => {
  expect(titles(await readPersonalCards(queries, "CS246"))).toBe("a b");
  expect(asked).toEqual(["/api/me/cards", "/api/me/cards/{code}", "/api/me/cards/{code}"]);
  asked.length = 0;
  await queries.invalidateQueries();
  expect(titles(await readPersonalCards(queries, "CS246"))).toBe("a b");
  expect(asked).toEqual(["/api/me/cards"]);
  courses = [{ course: "CS246", cards: 1, edition: 8 }];
  cards = [card("b")];
  await queries.invalidateQueries();
  expect(titles(await readPersonalCards(queries, "CS246"))).toBe("b");
});

test("S7.rd.16 a new page starts with the cached version of the cards", async () => {
  kept.set("me cards course CS246", { edition: 7, cards: [card("a", "kept")] });
  expect(titles(await readPersonalCards(queries, "CS246"))).toBe("kept");
  expect(asked).toEqual(["/api/me/cards"]);
});

test("S4.own.1 a confirmed change updates the cached version, unless another device changed the cards", async () => {
  await readPersonalCards(queries, "CS246");
  const change = { kind: "personalCard", course: "CS246", id: "c", card: card("c") } as const;
  onPersonalCardConfirmed(queries, change, { card: card("c", "said"), edition: 8 });
  const deck = () => queries.getQueryData(personalCardsQuery("CS246").queryKey);
  expect([titles(deck()?.cards ?? []), deck()?.edition]).toEqual(["a b said", 8]);
  onPersonalCardConfirmed(queries, { kind: "personalCard", course: "CS246", id: "a" }, { edition: 10 });
  expect([titles(deck()?.cards ?? []), deck()?.edition]).toEqual(["b said", 8]);
});

test("S4.own.1 a card confirmed while the cards are being read is included in the result", async () => {
  beforeTheLast = () => {
    beforeTheLast = () => undefined;
    courses = [{ course: "CS246", cards: 3, edition: 8 }];
    cards = [card("a"), card("b"), card("c")];
    onPersonalCardConfirmed(
      queries,
      { kind: "personalCard", course: "CS246", id: "c", card: card("c") },
      { edition: 8 },
    );
  };
  const shown = new QueryObserver(queries, personalCardsQuery("CS246"));
  const stop = shown.subscribe(() => undefined);
  await expect.poll(() => titles(shown.getCurrentResult().data?.cards ?? [])).toBe("a b c");
  stop();
});

test("S4.own.1 a pending card is shown with its local text", () => {
  const edited = { kind: "personalCard", course: "CS246", id: "a", card: card("a", "edited") } as const;
  expect(titles(withChanges(cards, [edited, { kind: "personalCard", course: "CS246", id: "b" }]))).toBe("edited");
});
