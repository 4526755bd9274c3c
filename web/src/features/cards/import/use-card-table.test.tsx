import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CardSource, useCardTable } from "./use-card-table";

const read = vi.hoisted(() => ({ deck: vi.fn(), text: vi.fn() }));
vi.mock("@/core/cards", () => ({ loadCards: async () => ({ readCardDeck: read.deck }) }));
vi.mock("@/core/imports", () => ({ loadImports: async () => ({ readCardTable: read.text }) }));

beforeEach(() => {
  read.deck.mockReset().mockReturnValue("the deck");
  read.text.mockReset().mockReturnValue("the text");
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(cleanup);

const there: [] = [];
const show = (source: CardSource | undefined) =>
  renderHook((of: CardSource | undefined) => useCardTable(of, "tab", there, 9), { initialProps: source });

test("a text and a file are read as lines, a deck as cards", async () => {
  const { result, rerender } = show("a::b");
  await waitFor(() => expect(result.current).toEqual({ table: "the text" }));
  const [bytes, ...rest] = read.text.mock.calls[0] ?? [];
  expect([new TextDecoder().decode(bytes), ...rest]).toEqual(["a::b", "tab", there, 9]);
  const file = new Uint8Array([97]);
  rerender(file);
  await waitFor(() => expect(read.text.mock.lastCall?.[0]).toBe(file));
  const cards: [] = [];
  rerender(cards);
  await waitFor(() => expect(result.current).toEqual({ table: "the deck" }));
  expect(read.deck.mock.calls).toEqual([[cards, there, 9]]);
  rerender(undefined);
  await waitFor(() => expect(result.current).toEqual({}));
});

test.each([
  ["the parser's reason", new Error("A quotation mark is not closed."), "A quotation mark is not closed."],
  [
    "a general message",
    new TypeError("x is not a function"),
    "The cards could not be read. Change the text to try again, or reload the page.",
  ],
])("a text that cannot be read shows %s", async (_, error, problem) => {
  read.text.mockImplementation(() => {
    throw error;
  });
  const { result } = show("x");
  await waitFor(() => expect(result.current).toEqual({ problem }));
});

test("a slow answer about an earlier source is ignored", async () => {
  let answer: (table: string) => void = () => undefined;
  read.text.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const { result, rerender } = show("first");
  await waitFor(() => expect(read.text).toHaveBeenCalledTimes(1));
  rerender("second");
  await waitFor(() => expect(result.current).toEqual({ table: "the text" }));
  answer("late");
  await Promise.resolve();
  expect(result.current).toEqual({ table: "the text" });
});
