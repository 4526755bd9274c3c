import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { ReviewCard } from "@/parts/review/review-cards";
import { chooseCards, groupByChapter, hasEnoughChoices, pickChoices } from "./card-selection";
import { practiceCardsQuery } from "./cards-query";
import { seededRandom, shuffled } from "./random";

const card = (id: string, chapterId?: string, content = `Answer ${id}`): ReviewCard => ({
  id,
  course: "CS246",
  chapter: chapterId ?? "No chapter",
  chapterId,
  title: `${id}?`,
  content,
  isPersonal: false,
});
const chapterOf = (name: string, size: number) =>
  Array.from({ length: size }, (_, index) => card(`${name}${index}`, name));
const ids = (cards: readonly ReviewCard[]) => cards.map(({ id }) => id);

test("a seed determines the order, and another seed gives another one", () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  expect(shuffled(items, seededRandom(7))).toEqual(shuffled(items, seededRandom(7)));
  expect(shuffled(items, seededRandom(7))).not.toEqual(shuffled(items, seededRandom(8)));
  expect(shuffled(items, seededRandom(7)).toSorted((a, b) => a - b)).toEqual(items);
});

test("cards without a chapter are a group of their own", () => {
  const groups = groupByChapter([card("a", "one"), card("b"), card("c", "one")]);
  expect(groups.map(({ id, title, cards }) => [id, title, ids(cards)])).toEqual([
    ["one", "one", ["a", "c"]],
    ["", "No chapter", ["b"]],
  ]);
});

test("S4.test.1 each chapter has its share of the chosen cards, and no card comes twice", () => {
  const cards = [...chapterOf("a", 40), ...chapterOf("b", 20), ...chapterOf("c", 10)];
  for (const seed of [1, 2, 3, 4, 5]) {
    const chosen = chooseCards(cards, 14, seededRandom(seed));
    expect(ids(chosen)).toEqual(ids(chooseCards(cards, 14, seededRandom(seed))));
    expect(new Set(ids(chosen)).size).toBe(14);
    const counts = groupByChapter(chosen).map(({ id, cards }) => [id, cards.length] as const);
    for (const [id, count] of counts) expect(Math.abs(count - { a: 8, b: 4, c: 2 }[id as "a"])).toBeLessThanOrEqual(1);
  }
  expect(chooseCards(cards, 500, seededRandom(1))).toHaveLength(70);
});

test("S4.test.3 the choices are the right answer and three others of the chapter", () => {
  const course = [...chapterOf("a", 8), ...chapterOf("b", 8)];
  for (let seed = 0; seed < 20; seed += 1) {
    const choices = pickChoices(card("a3", "a"), course, seededRandom(seed));
    expect(new Set(choices).size).toBe(4);
    expect(choices).toContain("a3");
    expect(choices.every((id) => id.startsWith("a"))).toBe(true);
  }
  const places = [0, 1, 2, 3].map((seed) => pickChoices(card("a3", "a"), course, seededRandom(seed)).indexOf("a3"));
  expect(new Set(places).size).toBeGreaterThan(1);
});

test("S4.test.3 equal answers are offered once, and the rest of the course completes a small chapter", () => {
  const small = [card("right", "a", "**Yes**"), card("same", "a", "yes"), card("no", "a", "No")];
  const choices = pickChoices(card("right", "a", "**Yes**"), [...small, ...chapterOf("b", 9)], seededRandom(1));
  expect(choices).toHaveLength(4);
  expect(choices).toEqual(expect.arrayContaining(["right", "no"]));
  expect(choices).not.toContain("same");
});

test("S4.test.3 choices are offered only if there are two different answers", () => {
  expect(hasEnoughChoices([card("a", "one", "Yes"), card("b", "two", "yes")])).toBe(false);
  expect(hasEnoughChoices([card("a", "one", "Yes"), card("b", "two", "No")])).toBe(true);
});

const scheduled = { setDeck: vi.fn(), suspended: vi.fn(() => new Uint32Array([1])), free: vi.fn() };
const scheduler = vi.hoisted(() => ({ load: vi.fn() }));
const stored = vi.hoisted(() => ["a", "b", "c"].map((id) => ({ id })));
vi.mock("@/parts/review/review-cards", () => ({ readCourseCards: async () => stored }));
vi.mock("@/parts/review/load-scheduler", () => ({ loadSchedulerIfUsed: scheduler.load }));

beforeEach(() => {
  scheduler.load.mockReset().mockResolvedValue({ core: scheduled });
  scheduled.free.mockReset();
});

const fetchIds = async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const found = await queries.fetchQuery(practiceCardsQuery(queries, "CS246"));
  return found.map(({ id }) => id);
};

test("S4.test.1 practises the cards of the course without the suspended ones", async () => {
  expect(await fetchIds()).toEqual(["a", "c"]);
  expect(scheduled.setDeck).toHaveBeenCalledWith("a b c");
  expect(scheduled.free).toHaveBeenCalledTimes(1);
});

test("S4.test.1 ignores a suspended card that the deck does not have", async () => {
  scheduled.suspended.mockReturnValueOnce(new Uint32Array([2, 7]));
  expect(await fetchIds()).toEqual(["a", "b"]);
});

test.each([
  ["was never used", () => scheduler.load.mockResolvedValue(undefined)],
  ["does not load", () => scheduler.load.mockRejectedValue(new Error("Offline."))],
])("S4.test.1 practises all cards if the scheduler %s", async (_, prepare) => {
  prepare();
  expect(await fetchIds()).toEqual(["a", "b", "c"]);
});

test("S4.test.1 frees the scheduler if it fails", async () => {
  scheduled.suspended.mockImplementationOnce(() => {
    throw new Error("The log is damaged.");
  });
  await expect(fetchIds()).rejects.toThrow("The log is damaged.");
  expect(scheduled.free).toHaveBeenCalledTimes(1);
});

test("S4.test.4 keeps the cards of a test, each course under its own key, and reads them offline", () => {
  const queries = new QueryClient();
  const { queryKey, networkMode, staleTime, gcTime } = practiceCardsQuery(queries, "CS246");
  expect(queryKey).toEqual(["studying", "practice", "CS246"]);
  expect([networkMode, staleTime, gcTime]).toEqual(["always", Number.POSITIVE_INFINITY, 0]);
});
