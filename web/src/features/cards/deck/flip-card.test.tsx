import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CardSides, FlipCard } from "./flip-card";

const calls = vi.hoisted(() => ({ press: () => {}, flip: vi.fn() }));
vi.mock("./use-tap-and-swipe", () => ({
  useTapAndSwipe: (_: object, onPress: () => void) => {
    calls.press = onPress;
  },
}));
vi.mock("./flip", () => ({
  animateFlip: (card: Element | null, isFlipped: boolean) => calls.flip(card?.ariaLabel, isFlipped),
}));
vi.mock("./card-picture", () => ({
  CardPicture: ({ image, isLazy }: { image: { url: string }; isLazy: boolean }) => <i>{`${image.url} ${isLazy}`}</i>,
}));
vi.mock("../text/rich-text", () => ({ RichText: ({ text }: { text: string }) => <span>{text}</span> }));

const rules = vi.hoisted(() => ({
  gapNumbers: (text: string) => (/c\d::.*}}/.test(text) ? [1] : []),
  gapQuestion: (text: string) => `blank of ${text}`,
  gapAnswer: (text: string) => `answer of ${text}`,
}));
vi.mock("@/core/gaps", async (original) => ({ ...(await original<object>()), loadGaps: async () => rules }));

const onFlip = vi.fn();
const onGo = vi.fn();
beforeEach(() => {
  for (const call of [onFlip, onGo, calls.flip]) call.mockReset();
});
afterEach(cleanup);

const card = { title: "First?", content: "Yes" } as CardSides;
const element = (isFlipped: boolean, more: object = {}) => (
  <FlipCard card={card} index={1} total={5} isFlipped={isFlipped} onFlip={onFlip} onGo={onGo} {...more} />
);
const button = () => screen.getByRole("button");
const described = () => document.getElementById(button().getAttribute("aria-describedby") ?? "")?.textContent;
const hidden = () => [...document.querySelectorAll(".faces > *")].map((side) => side.getAttribute("aria-hidden"));

test("S2.card.2 a card shows its question, its place, and what its button does", () => {
  render(element(false));
  expect(screen.getByRole("article", { name: "Card 2 of 5" })).toBeDefined();
  expect(button().textContent).toBe("Show the answer, card 2 of 5");
  expect([described(), hidden()]).toEqual(["First?", ["false", "true"]]);
  expect(screen.getByRole("article").classList.contains("is-flipped")).toBe(false);
});

test("S2.card.2 a turned card shows its answer below the question", () => {
  render(element(true));
  expect(button().textContent).toBe("Show the question, card 2 of 5");
  expect([described(), hidden()]).toEqual(["First?Yes", ["true", "false"]]);
  expect(screen.getByRole("article").classList.contains("is-flipped")).toBe(true);
});

test("S2.card.2 the button and a tap anywhere turn the card, and the tap moves the focus to the button", () => {
  render(element(false));
  fireEvent.click(button());
  expect(onFlip.mock.calls).toEqual([[1]]);
  expect(document.activeElement).toBe(document.body);
  act(() => calls.press());
  expect(onFlip.mock.calls).toEqual([[1], [1]]);
  expect(document.activeElement).toBe(button());
});

test("S2.card.2 only a turn is animated, in its direction", () => {
  const { rerender } = render(element(false));
  rerender(element(false, { total: 6 }));
  expect(calls.flip).not.toHaveBeenCalled();
  rerender(element(true));
  rerender(element(false));
  expect(calls.flip.mock.calls.map(([, isFlipped]) => isFlipped)).toEqual([true, false]);
});

test.each([
  ["ArrowLeft", "previous"],
  ["ArrowRight", "next"],
  ["Home", "first"],
  ["End", "last"],
])("S2.card.2 the key %s goes to the %s card", (key, to) => {
  render(element(false));
  expect(fireEvent.keyDown(button(), { key })).toBe(false);
  expect(onGo.mock.calls).toEqual([[1, to]]);
});

test.each([
  { key: "a" },
  ...["ctrlKey", "metaKey", "altKey", "shiftKey"].map((held) => ({ key: "End", [held]: true })),
])("the key %j stays with the browser", (key) => {
  render(element(false));
  expect(fireEvent.keyDown(button(), key)).toBe(true);
  expect(onGo).not.toHaveBeenCalled();
});

test("a picture is on the front and loads late, and actions are between the sides and the button", () => {
  render(element(false, { card: { ...card, image: { url: "/p" } }, actions: <b>Actions</b> }));
  expect(document.querySelector(".flip-front i")?.textContent).toBe("/p true");
  expect(document.querySelector(".flip-actions")?.textContent).toBe("Actions");
  cleanup();
  render(element(false));
  expect([document.querySelector("i"), document.querySelector(".flip-actions")]).toEqual([null, null]);
});

test("S3.gap.2 the answer of a card with gaps replaces the question", async () => {
  render(element(true, { card: { title: "{{c1::Ottawa}} is it", content: "Since 1857" } }));
  await screen.findByText(/^blank of/);
  expect(described()).toBe("answer of {{c1::Ottawa}} is itSince 1857");
});

test("S3.gap.2 a front with invalid gaps, or with other braces, is shown as it is, above the answer", async () => {
  const { rerender } = render(element(true, { card: { title: "{{c1::Ottawa", content: "Since 1857" } }));
  await screen.findByText("blank of {{c1::Ottawa");
  expect(described()).toBe("{{c1::OttawaSince 1857");
  rerender(element(true, { card: { title: "{{cell}}", content: "Since 1857" } }));
  expect(described()).toBe("{{cell}}Since 1857");
  expect(document.querySelector(".card-question")?.textContent).toBe("{{cell}}");
});
