import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ReviewCard } from "@/parts/review/review-cards";
import { PracticeForm } from "./practice-form";
import { DEFAULT_SETTINGS, type PracticeSettings } from "./practice-test";

const card = (id: string, chapter: string, content = `Answer ${id}`) =>
  ({ id, chapter, chapterId: chapter.toLowerCase(), title: `Question ${id}`, content }) as ReviewCard;
const cards = [card("a", "Sets"), card("b", "Sets"), card("c", "Maps")];
const onStart = vi.fn();

afterEach(() => {
  cleanup();
  onStart.mockReset();
});

function show(initial: Partial<PracticeSettings> = {}, chapter?: string, of = cards) {
  render(
    <PracticeForm
      cards={of}
      initial={{ ...DEFAULT_SETTINGS, ...initial }}
      chapter={chapter}
      course={<p>CS 246</p>}
      onStart={onStart}
    />,
  );
}
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const way = (name: RegExp) => screen.getByRole<HTMLInputElement>("radio", { name });
const options = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value, text }) => `${value} ${text}`);
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const start = () => fireEvent.click(screen.getByRole("button", { name: "Start test" }));
const started = () => onStart.mock.calls.map(([of, settings]) => [of.map(({ id }: ReviewCard) => id), settings]);

test("S4.test.1 starts with all chapters, whose boxes say how many cards they have", () => {
  show();
  expect(screen.getByRole("form", { name: "Practice test" }).firstChild?.textContent).toBe("CS 246");
  expect(screen.getByRole("group", { name: "Chapters" })).toBeDefined();
  expect(screen.getAllByRole("checkbox").map((each) => each.closest("label")?.textContent)).toEqual([
    "Sets2 cards",
    "Maps1 card",
  ]);
  expect([box(/^Sets/).checked, box(/^Maps/).checked]).toEqual([true, true]);
  start();
  expect(started()).toEqual([[["a", "b", "c"], DEFAULT_SETTINGS]]);
});

test("S4.test.1 a chapter can be left out and taken back", () => {
  show({}, undefined);
  fireEvent.click(box(/^Sets/));
  expect([box(/^Sets/).checked, box(/^Maps/).checked]).toEqual([false, true]);
  expect(screen.getByRole("status").textContent).toBe("1 card. Each answer is a review.");
  start();
  fireEvent.click(box(/^Sets/));
  expect(box(/^Sets/).checked).toBe(true);
  start();
  expect(started().map(([ids]) => ids)).toEqual([["c"], ["a", "b", "c"]]);
});

test("S4.test.1 a chosen chapter is the only one at first, and an unknown one changes nothing", () => {
  show({}, "maps");
  expect([box(/^Sets/).checked, box(/^Maps/).checked]).toEqual([false, true]);
  cleanup();
  show({}, "gone");
  expect([box(/^Sets/).checked, box(/^Maps/).checked]).toEqual([true, true]);
});

test("S4.test.1 a course with one chapter has no list of chapters", () => {
  show({}, undefined, cards.slice(0, 2));
  expect(screen.queryByRole("group", { name: "Chapters" })).toBeNull();
});

test("S4.test.1 offers numbers of cards and time limits, and starts with the chosen ones", () => {
  show();
  expect(options("Number of cards")).toEqual(["5 5", "10 10", "20 20", "30 30", "50 50", "100 100", "0 All 3"]);
  expect(options("Time limit")).toEqual([
    "0 No limit",
    ...[5, 10, 15, 20, 30, 45, 60].map((minutes) => `${minutes} ${minutes} minutes`),
  ]);
  choose("Number of cards", "0");
  choose("Time limit", "45");
  expect(screen.getByLabelText("Number of cards")).toHaveProperty("value", "0");
  expect(screen.getByRole("status").textContent).toBe("3 cards. Each answer is a review.");
  start();
  expect(started()[0]?.[1]).toEqual({ ...DEFAULT_SETTINGS, count: 0, minutes: 45 });
});

test("S4.test.1 asks no more cards than were chosen", () => {
  const many = Array.from({ length: 12 }, (_, index) => card(`${index}`, "Sets"));
  show({ count: 5 }, undefined, many);
  expect(screen.getByRole("status").textContent).toBe("5 cards. Each answer is a review.");
});

test("S4.test.1 each way of answering has a hint and can be chosen", () => {
  show();
  const ways = screen.getAllByRole<HTMLInputElement>("radio");
  expect(ways.map((each) => [each.value, each.checked, each.disabled])).toEqual([
    ["flip", true, false],
    ["typed", false, false],
    ["choice", false, false],
  ]);
  expect(ways.map((each) => each.closest("label")?.textContent)).toEqual([
    "Flip the cardRate yourself: again, hard, good or easy.",
    "Type the answerSmall typos are accepted, and you can correct the grading.",
    "Choose the answerUp to four answers, from cards of the same chapter.",
  ]);
  expect(new Set(ways.map((each) => each.name)).size).toBe(1);
  fireEvent.click(way(/^Choose/));
  expect(way(/^Choose/).checked).toBe(true);
  start();
  fireEvent.click(way(/^Type/));
  start();
  expect(started().map(([, { mode }]) => mode)).toEqual(["choice", "typed"]);
});

test("S4.test.3 a stored way that the course does not allow starts as flipping", () => {
  show({ mode: "choice" }, undefined, [card("a", "Sets", "Yes"), card("b", "Sets", "yes")]);
  expect([way(/^Choose/).disabled, way(/^Flip/).checked]).toEqual([true, true]);
  start();
  expect(started()[0]?.[1].mode).toBe("flip");
});

test("S4.test.2 the rules for typed answers are shown only for typing and are kept", () => {
  show();
  expect(screen.queryByRole("group", { name: "Typed answers" })).toBeNull();
  fireEvent.click(way(/^Type/));
  expect(screen.getByRole("group", { name: "Typed answers" })).toBeDefined();
  expect([box(/^Accents/).checked, box(/^Capital/).checked]).toEqual([true, false]);
  expect(screen.getByText("An answer without the right accents then counts as Hard.")).toBeDefined();
  expect(screen.getByText("An answer with other capital letters then counts as Hard.")).toBeDefined();
  fireEvent.click(box(/^Accents/));
  fireEvent.click(box(/^Capital/));
  start();
  expect(started()[0]?.[1].rules).toEqual({ accents: false, letterCase: true });
});
