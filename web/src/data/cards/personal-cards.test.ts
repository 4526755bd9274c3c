import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { PersonalCard } from "@/api/models";
import { ApiProblem } from "@/api/problem";
import type { Change } from "@/offline/outbox/kinds/kinds";

const asked: string[] = [];
let courses: { course: string; cards: number; edition: number }[] = [];
let cards: PersonalCard[] = [];
let failing: Error | undefined;
/** Changes that the server has not confirmed. */
let pending: Change[] = [];
const queued = vi.hoisted(() => [] as object[]);
/** Called when the server has read all cards, before it sends the last page. */
let beforeTheLast: () => void;
const kept = vi.hoisted(() => new Map<string, unknown>());

vi.mock("@/api/client", () => ({
  unwrap: (answer: unknown) => answer,
  api: {
    GET: async (path: string, { params }: { params?: { query?: { cursor?: string }; path?: object } }) => {
      asked.push(path);
      if (path.endsWith("/images/{imageId}")) return new TextEncoder().encode(JSON.stringify(params?.path)).buffer;
      if (failing) throw failing;
      if (path === "/api/me/cards") return { items: courses };
      // The list has two pages.
      if (!params?.query?.cursor) return { items: cards.slice(0, 1), nextCursor: "more" };
      const items = cards.slice(1);
      beforeTheLast();
      return { items };
    },
    DELETE: async (path: string, { params }: { params: { path: object; query: object } }) => {
      asked.push(path);
      const given = { ...params.path, ...params.query };
      return { card: { ...cards[0], title: JSON.stringify(given), content: Object.keys(given).join(" ") }, edition: 8 };
    },
  },
}));
vi.mock("@/offline/cache/query-persister", () => ({
  readCachedQuery: async (key: readonly string[]) => kept.get(key.join(" ")),
  writeCachedQuery: async (key: readonly string[], data: unknown) => kept.set(key.join(" "), data),
}));
vi.mock("@/offline/outbox/queue", () => ({
  outbox: { get: () => ({ entries: [] }) },
  useOutbox: () => undefined,
  selectPendingChanges: () => pending,
  enqueueChange: async (change: object) => queued.push(change),
}));

const {
  isPersonalCardImage,
  onPersonalCardConfirmed,
  personalCardCountsQuery,
  personalCardImageQuery,
  personalCardsQuery,
  putPersonalCard,
  readPersonalCards,
  refreshPersonalCards,
  removePersonalCard,
  removePersonalCardImage,
  applyPersonalCardChanges,
} = await import("./personal-cards");

const card = (id: string, title = id): PersonalCard => ({ id, course: "CS246", title, content: "", version: 1 });
const titles = (list: readonly PersonalCard[]) => list.map(({ title }) => title).join(" ");

let queries: QueryClient;
beforeEach(() => {
  queries = new QueryClient();
  asked.length = 0;
  beforeTheLast = () => undefined;
  kept.clear();
  [failing, pending, queued.length] = [undefined, [], 0];
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
  expect(titles(applyPersonalCardChanges(cards, [edited, { kind: "personalCard", course: "CS246", id: "b" }]))).toBe(
    "edited",
  );
});

const created = (course: string, id: string) =>
  ({ kind: "personalCard", course, id, card: { ...card(id), course } }) as Change;

test("S4.own.1 offline without a cached copy, the cards created on this device are read", async () => {
  failing = new ApiProblem({ code: "unreachable", status: 0, detail: "Offline." });
  pending = [created("CS246", "n"), created("MATH137", "m"), { kind: "like" } as unknown as Change];
  expect(titles(await readPersonalCards(queries, "CS246"))).toBe("n");
  failing = new ApiProblem({ code: "internal", status: 500, detail: "No." });
  await expect(readPersonalCards(queries, "CS246")).rejects.toBe(failing);
});

test("S4.own.1 a card that was moved to another course is shown there", () => {
  queries.setQueryData(personalCardsQuery("MATH137").queryKey, { edition: 3, cards: [] });
  onPersonalCardConfirmed(
    queries,
    { kind: "personalCard", course: "CS246", id: "c", card: card("c") },
    { card: { ...card("c"), course: "MATH137" }, edition: 4 },
  );
  expect(queries.getQueryData(personalCardsQuery("MATH137").queryKey)).toMatchObject({
    edition: 4,
    cards: [{ id: "c" }],
  });
  expect(kept.get("me cards course MATH137")).toMatchObject({ edition: 4 });
});

test("S4.own.1 a repeated confirmation does not change the version, and cards that were not read stay unread", async () => {
  const change = { kind: "personalCard", course: "CS246", id: "c", card: card("c") } as const;
  onPersonalCardConfirmed(queries, change, { card: card("c"), edition: 8 });
  expect(queries.getQueryData(personalCardsQuery("CS246").queryKey)).toBeUndefined();
  expect(kept.size).toBe(0);
  await readPersonalCards(queries, "CS246");
  queries.setQueryData(["other"], "kept");
  onPersonalCardConfirmed(queries, change, { card: card("c"), edition: 7 });
  expect(queries.getQueryState(["other"])?.isInvalidated).toBe(false);
  expect(queries.getQueryData(personalCardsQuery("CS246").queryKey)?.edition).toBe(7);
  expect(queries.getQueryState(personalCardCountsQuery.queryKey)?.isInvalidated).toBe(true);
});

test("a refresh reads the versions and the cards of the course again, and nothing else", async () => {
  await readPersonalCards(queries, "CS246");
  queries.setQueryData(["other"], "kept");
  await refreshPersonalCards(queries, "CS246");
  for (const { queryKey } of [personalCardCountsQuery, personalCardsQuery("CS246")])
    expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(queries.getQueryState(["other"])?.isInvalidated).toBe(false);
});

test("S4.own.1 edits and removals are put into the outbox with the version on which they are based", async () => {
  await putPersonalCard(card("a"), "A heap", 3);
  await removePersonalCard(card("a"));
  await removePersonalCard({ ...card("b"), version: 0 });
  expect(queued).toEqual([
    { kind: "personalCard", course: "CS246", id: "a", card: card("a"), imageAlt: "A heap", version: 3 },
    { kind: "personalCard", course: "CS246", id: "a", version: 1 },
    { kind: "personalCard", course: "CS246", id: "b", version: undefined },
  ]);
});

test.each([
  [undefined, { code: "CS246", cardId: "a" }],
  ["/old", { code: "CS246", cardId: "a", replaces: "/old" }],
])("the image of a card is removed, naming the seen image only if given: %j", async (replaces, sent) => {
  await readPersonalCards(queries, "CS246");
  const without = await removePersonalCardImage(queries, card("a"), replaces);
  expect(JSON.parse(without.title)).toEqual(sent);
  expect(without.content).toBe(Object.keys(sent).join(" "));
  expect(queries.getQueryData(personalCardsQuery("CS246").queryKey)).toMatchObject({
    edition: 8,
    cards: [without, { id: "b" }],
  });
});

test.each([
  ["/api/me/cards/CS246/c1/images/i1", true],
  ["https://elsewhere.test/api/me/cards/CS246/c1/images/i1", false],
  ["/api/me/cards/CS246/c1/images/i1/more", false],
  ["/api/me/cards/CS246/c1/images/", false],
  ["/pictures/i1", false],
])("the image %s is one of the student's own: %s", (url, isOwn) => {
  expect(isPersonalCardImage(url)).toBe(isOwn);
});

test("the bytes of a personal card's image are fetched by course, card and id, and other images are refused", async () => {
  const query = personalCardImageQuery("/api/me/cards/CS246/c1/images/i1");
  const bytes = await queries.fetchQuery(query);
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({ code: "CS246", cardId: "c1", imageId: "i1" });
  await queries.fetchQuery(query);
  expect(asked).toHaveLength(1);
  await expect(queries.fetchQuery({ ...personalCardImageQuery("/pictures/i1"), retry: false })).rejects.toThrow();
});
