// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { clearUserStorage } from "@/lib/browser/storage";
import type { ReviewCard } from "@/parts/review/review-cards";
import {
  advance,
  createTest,
  DEFAULT_SETTINGS,
  type PracticeAnswer,
  withAnswer,
  withoutDeleted,
} from "./practice-test";
import { seededRandom } from "./random";
import { practiceStorage } from "./storage";

const cards: ReviewCard[] = ["a", "b", "c"].map((id) => ({
  id,
  course: "CS246",
  chapter: "Sets",
  chapterId: "sets",
  title: `${id}?`,
  content: id,
  isPersonal: false,
}));
const settings = { ...DEFAULT_SETTINGS, minutes: 5, mode: "typed" as const };
const answer: PracticeAnswer = { rating: "good", given: "a", event: { device: 7, sequence: 1 }, tookMs: 900 };
const begun = () => withAnswer(createTest(cards, cards, settings, seededRandom(1), 1000), answer);

beforeEach(() => localStorage.clear());

test("S4.test.4 a test and the settings are stored per user until sign-out", () => {
  const mine = practiceStorage("amara");
  mine.writeTest(begun());
  mine.writeSettings(settings);
  expect(practiceStorage("amara").readTest()).toEqual(begun());
  expect(practiceStorage("amara").readSettings()).toEqual(settings);
  expect(practiceStorage("ben").readTest()).toBeUndefined();
  expect(practiceStorage("ben").readSettings()).toEqual(DEFAULT_SETTINGS);
  clearUserStorage();
  expect(mine.readTest()).toBeUndefined();
});

test("S4.test.4 watchers receive the test that another tab has written", () => {
  const mine = practiceStorage("amara");
  const seen: unknown[] = [];
  const stop = mine.watchTest((test) => seen.push(test));
  mine.writeTest(begun());
  const change = (key: string) => window.dispatchEvent(new StorageEvent("storage", { key }));
  change("nn:u:amara:practice-settings");
  change("nn:u:amara:practice-test");
  stop();
  change("nn:u:amara:practice-test");
  expect(seen).toEqual([begun()]);
});

test("S4.test.4 nothing is stored on a shared computer", () => {
  const shared = practiceStorage(undefined);
  shared.writeTest(begun());
  shared.writeSettings(settings);
  expect(localStorage).toHaveLength(0);
  expect([shared.readTest(), shared.readSettings()]).toEqual([undefined, DEFAULT_SETTINGS]);
});

test("S4.test.4 a stored test that is truncated or of another shape is ignored", () => {
  const texts = ["", "{", "null", "7", '{"course":"CS246"}', JSON.stringify({ ...begun(), shown: 3 })];
  for (const text of texts) {
    localStorage.setItem("nn:u:amara:practice-test", text);
    expect(practiceStorage("amara").readTest(), text).toBeUndefined();
  }
});

test("S4.test.4 a restored test omits open questions whose cards were deleted", () => {
  const test = begun();
  const known = (...ids: (string | undefined)[]) =>
    new Map(cards.filter(({ id }) => ids.includes(id)).map((card) => [card.id, card]));
  const [first, second, third] = test.questions.map(({ cardId }) => cardId);
  expect(withoutDeleted(test, known(first, second, third))).toEqual(test);
  expect(withoutDeleted(test, known(first, third)).questions.map(({ cardId }) => cardId)).toEqual([first, third]);
  expect(withoutDeleted(test, known(second, third))).toMatchObject({ shown: 1, isOver: false });
  expect(withoutDeleted(advance(test), known(first))).toMatchObject({ shown: 0, isOver: true });
});
