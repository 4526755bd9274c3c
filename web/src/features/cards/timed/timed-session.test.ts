import { expect, test } from "vitest";
import { planText } from "./timed-session";

const plan = { cards: 52, newCards: 12, tookMs: 40 * 60_000, before: 181, after: 212 };

test.each([
  [{}, "40 min: about 52 cards, 12 of them new."],
  [{ newCards: 0 }, "40 min: about 52 cards."],
  [{ newCards: 52 }, "40 min: about 52 new cards."],
  [{ cards: 1, newCards: 1, tookMs: 60_000 }, "The cards that help now take 1 min: about 1 new card."],
  [{ cards: 0 }, "No card would gain from an answer now."],
])("S4.timed.1 the form says what a session covers: %j", (more, text) => {
  expect(planText({ ...plan, ...more } as Parameters<typeof planText>[0], 40)).toBe(text);
});
