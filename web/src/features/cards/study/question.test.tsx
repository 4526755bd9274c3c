import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReviewCard } from "@/parts/review/review-cards";
import { CardFaces, handlesKeys, ReviewQuestion } from "./question";

const swipe = vi.hoisted(() => ({ press: (_?: "left" | "right") => {} }));
vi.mock("../deck/use-tap-and-swipe", () => ({
  useTapAndSwipe: (_: object, onPress: (way?: "left" | "right") => void) => {
    swipe.press = onPress;
  },
}));
vi.mock("../deck/card-picture", () => ({ CardPicture: ({ image }: { image: { url: string } }) => <p>{image.url}</p> }));
vi.mock("../text/rich-text", () => ({ RichText: ({ text }: { text: string }) => <span>{text}</span> }));

const card = {
  id: "c",
  course: "CS246",
  chapter: "Sets",
  title: "First?",
  content: "Yes",
  isPersonal: false,
} as unknown as ReviewCard;
const onAnswer = vi.fn();

let nowMs = 0;
beforeEach(() => {
  onAnswer.mockReset();
  nowMs = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

function show(more: { isFirst?: boolean; intervalsMs?: number[] } = {}) {
  return render(<ReviewQuestion card={card} isFirst={false} onAnswer={onAnswer} {...more} />);
}
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const turn = () => fireEvent.click(button("Show the answer"));
/** Presses a key and returns true if the page reacts in place of the browser. */
const key = (init: KeyboardEventInit, on: Element = document.body) => !fireEvent.keyDown(on, init);
const DAY_MS = 24 * 60 * 60 * 1000;

test("S2.study.1 a question hides its answer, and turning shows it with the ratings and their intervals", () => {
  show({ intervalsMs: [60_000, DAY_MS, 3 * DAY_MS, 9 * DAY_MS] });
  expect(screen.getByText("CS 246 · Sets")).toBeDefined();
  expect([screen.queryByText("Yes"), screen.queryByRole("group"), screen.queryByText(/^Swipe right/)]).toEqual([
    null,
    null,
    null,
  ]);
  turn();
  expect(screen.getByText("Yes")).toBeDefined();
  expect(screen.getByText("Swipe right for Good, left for Again.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Show the answer" })).toBeNull();
  const ratings = screen.getAllByRole("button");
  expect(ratings.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Again.+/),
    expect.stringMatching(/^Hard.+/),
    expect.stringMatching(/^Good.+/),
    expect.stringMatching(/^Easy.+/),
  ]);
  expect(new Set(ratings.map(({ textContent }) => textContent?.replace(/^[A-Z][a-z]+/, ""))).size).toBe(4);
  expect(ratings.map((each) => each.getAttribute("aria-keyshortcuts"))).toEqual(["1", "2", "3", "4"]);
});

test("without intervals only the names of the ratings are shown", () => {
  show();
  turn();
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Again",
    "Hard",
    "Good",
    "Easy",
  ]);
});

test.each([
  ["Again", "again"],
  ["Hard", "hard"],
  ["Good", "good"],
  ["Easy", "easy"],
])("S2.study.1 %s rates the card with the time since it was shown", (name, rating) => {
  show();
  turn();
  nowMs = 4500;
  fireEvent.click(button(name));
  expect(onAnswer.mock.calls).toEqual([[rating, 3500]]);
});

test.each([
  ["1", "again"],
  ["4", "easy"],
])("S2.study.1 the key %s rates a turned card", (typed, rating) => {
  show();
  turn();
  nowMs = 2000;
  expect(key({ key: typed })).toBe(true);
  expect(onAnswer.mock.calls).toEqual([[rating, 1000]]);
});

test("S2.study.1 a tap turns the card, and a swipe rates it once it is turned", () => {
  show();
  act(() => swipe.press("right"));
  expect(screen.getByText("Yes")).toBeDefined();
  expect(onAnswer).not.toHaveBeenCalled();
  act(() => swipe.press());
  expect(onAnswer).not.toHaveBeenCalled();
  nowMs = 1500;
  act(() => swipe.press("right"));
  act(() => swipe.press("left"));
  expect(onAnswer.mock.calls).toEqual([
    ["good", 500],
    ["again", 500],
  ]);
});

test("S2.study.1 the focus is on the next step, except for the first card of a page", () => {
  show();
  expect(document.activeElement).toBe(button("Show the answer"));
  turn();
  expect(document.activeElement).toBe(button("Good"));
  cleanup();
  show({ isFirst: true });
  expect(document.activeElement).toBe(document.body);
});

test("S2.study.1 a screen reader is told the answer once it is shown", () => {
  show();
  expect(screen.getByRole("status").textContent).toBe("");
  turn();
  expect(screen.getByRole("status").textContent).toBe("Answer: Yes");
});

test("S2.study.1 Space turns the card from the page or its main part, but not from a control", () => {
  show();
  const main = document.body.appendChild(document.createElement("main"));
  main.id = "main";
  const other = document.body.appendChild(document.createElement("div"));
  expect(key({ key: " " }, other)).toBe(false);
  expect(key({ key: " ", repeat: true }, main)).toBe(false);
  expect(screen.queryByText("Yes")).toBeNull();
  expect(key({ key: " " }, main)).toBe(true);
  expect(screen.getByText("Yes")).toBeDefined();
  expect(key({ key: " " }, main)).toBe(false);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])(
  "S2.study.1 a key with %j does not rate the card",
  (more) => {
    show();
    turn();
    expect(key({ key: "3", ...more })).toBe(false);
    expect(onAnswer).not.toHaveBeenCalled();
  },
);

test("S2.study.1 a key that belongs to a control, or that another part used, does not rate the card", () => {
  show();
  turn();
  const field = document.body.appendChild(document.createElement("input"));
  expect(key({ key: "3" }, field)).toBe(false);
  const part = document.body.appendChild(document.createElement("div"));
  part.addEventListener("keydown", (event) => event.preventDefault());
  key({ key: "3" }, part);
  expect(onAnswer).not.toHaveBeenCalled();
});

test("keys do nothing once the question has gone", () => {
  show().unmount();
  expect(key({ key: " " })).toBe(false);
});

test.each([
  ["<input>", true],
  ["<textarea></textarea>", true],
  ["<select></select>", true],
  ["<div role='menu'><b></b></div>", true],
  ["<div role='dialog'><b></b></div>", true],
  ["<button></button>", false],
  ["<p><b></b></p>", false],
])("the keys within %s belong to it: %s", (html, expected) => {
  document.body.innerHTML = html;
  expect(handlesKeys(document.body.querySelector("b") ?? document.body.firstElementChild)).toBe(expected);
  expect(handlesKeys(window)).toBe(false);
});

test("a personal card is named as such, and a picture is shown above the question", () => {
  render(
    <CardFaces
      card={{ ...card, isPersonal: true, image: { url: "/p" } } as unknown as ReviewCard}
      isTurned
      questionId="q"
    />,
  );
  expect(screen.getByRole("article", { name: "Card" }).textContent).toBe("CS 246 · Sets · My card/pFirst?Yes");
  expect(document.getElementById("q")?.textContent).toBe("First?");
});

test("S4.own.5 the link to the passage of a card opens a new tab, and says so", () => {
  const source = { noteId: "n1", page: 3, quote: "A heap is a tree" } as unknown as ReviewCard["source"];
  render(
    <MemoryRouter>
      <CardFaces card={{ ...card, source } as ReviewCard} isTurned />
    </MemoryRouter>,
  );
  const link = screen.getByRole("link", { name: "Open the passage (page 3) in a new tab: First?" });
  expect([link.getAttribute("target"), link.getAttribute("rel")]).toEqual(["_blank", "noreferrer"]);
  expect(link.getAttribute("href")).toContain("n1");
});

test("S2.study.1 Good is the emphasised rating", () => {
  show();
  turn();
  const primary = screen.getAllByRole("button").filter((each) => each.classList.contains("primary"));
  expect(primary.map((each) => each.textContent)).toEqual(["Good"]);
});

test("S3.gap.2 the answer of a gap replaces the question, and the back of the card is below it", () => {
  const gap = { cardId: "note", answer: "Ottawa is it", extra: "Since 1857" };
  const { rerender } = render(
    <CardFaces card={{ ...card, title: "… is it", content: "Ottawa", gap }} isTurned={false} />,
  );
  expect(screen.getByText("… is it")).toBeDefined();
  expect(screen.queryByText("Ottawa is it")).toBeNull();
  rerender(<CardFaces card={{ ...card, title: "… is it", content: "Ottawa", gap }} isTurned />);
  expect([screen.queryByText("… is it"), screen.queryByText("Ottawa")]).toEqual([null, null]);
  expect(screen.getByText("Ottawa is it")).toBeDefined();
  expect(screen.getByText("Since 1857")).toBeDefined();
});
