import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CardCarousel, CarouselProgress } from "./card-carousel";

vi.mock("./flip", async (load) => ({ ...(await load<object>()), animateFlip: () => undefined }));

const cards = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    title: `Question ${index}`,
    content: `Answer ${index}`,
  }));
const scrolledTo = vi.fn();

beforeEach(() => {
  scrolledTo.mockReset();
  Element.prototype.scrollIntoView = scrolledTo;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Deck({ count }: { count: number }) {
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const flip = (id: string) => setFlipped((before) => new Set([...before].includes(id) ? [] : [id]));
  return <CardCarousel cards={cards(count)} flipped={flipped} onFlip={flip} actionsOf={({ id }) => <b>Edit {id}</b>} />;
}

const buttons = () => screen.getAllByRole("button");
const place = () => buttons().indexOf(document.activeElement as HTMLElement);
const key = (name: string, how: KeyboardEventInit = {}) =>
  !fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...how });
const cardOf = (index: number) => screen.getByRole("article", { name: `Card ${index + 1} of 3` });
const status = () => screen.getByRole("status").textContent;

test("S7.rd.12 pressing a card turns it, and the new side is announced", () => {
  render(<Deck count={3} />);
  expect(screen.getByRole("list", { name: "Study cards" })).toBeDefined();
  expect(screen.getByText("Edit c1")).toBeDefined();
  fireEvent.click(buttons()[1] as HTMLElement);
  expect(status()).toBe("Back of card 2 of 3. Answer 1");
  expect(cardOf(1).classList.contains("is-flipped")).toBe(true);
  fireEvent.click(buttons()[1] as HTMLElement);
  expect(status()).toBe("Front of card 2 of 3. Question 1");
});

test("arrow keys, Home and End move between cards and stop at the ends", () => {
  render(<Deck count={3} />);
  buttons()[0]?.focus();
  const went = ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "ArrowLeft", "End"].map((name) => {
    expect(key(name)).toBe(true);
    return place();
  });
  expect(went).toEqual([1, 2, 2, 1, 0, 0, 2]);
  expect(scrolledTo).toHaveBeenLastCalledWith({ block: "nearest" });
  for (const how of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }]) {
    expect(key("Home", how)).toBe(false);
  }
  expect(key("x")).toBe(false);
  expect(place()).toBe(2);
});

test("the right arrow moves to the first card while no control has the focus", () => {
  render(
    <>
      <main id="main" tabIndex={-1} />
      <input aria-label="Field" />
      <Deck count={3} />
    </>,
  );
  const reached = (target: HTMLElement | null, name = "ArrowRight", how: KeyboardEventInit = {}) => {
    (document.activeElement as HTMLElement).blur();
    if (target) fireEvent.keyDown(target, { key: name, ...how });
    return place();
  };
  expect(reached(document.body)).toBe(0);
  expect(reached(document.getElementById("main"))).toBe(0);
  expect(reached(screen.getByLabelText("Field"))).toBe(-1);
  expect(reached(document.body, "ArrowLeft")).toBe(-1);
  expect(reached(document.body, "ArrowRight", { shiftKey: true })).toBe(-1);
  document.body.addEventListener("keydown", (event) => event.preventDefault(), { once: true });
  expect(reached(document.body)).toBe(-1);
  cleanup();
  expect(fireEvent.keyDown(document.body, { key: "ArrowRight" })).toBe(true);
});

test("a long deck shows twelve cards at once, and more whenever the browser is idle", () => {
  vi.useFakeTimers();
  render(<Deck count={30} />);
  const counts = [buttons().length];
  for (let idle = 0; idle < 3; idle++) {
    act(() => vi.advanceTimersByTime(16));
    counts.push(buttons().length);
  }
  expect(counts).toEqual([12, 24, 30, 30]);
  expect(vi.getTimerCount()).toBe(0);
});

test("unmounting the deck cancels its idle callback", () => {
  const cancel = vi.fn();
  vi.stubGlobal("requestIdleCallback", () => 7);
  vi.stubGlobal("cancelIdleCallback", cancel);
  render(<Deck count={13} />);
  cleanup();
  expect(cancel.mock.calls).toEqual([[7]]);
  render(<Deck count={12} />);
  cleanup();
  expect(cancel).toHaveBeenCalledTimes(1);
});

/** Presses, moves and lifts a finger on the second card. */
function swipe(x: number, y = 0, how: object = {}, target?: Element) {
  const card = target ?? cardOf(1);
  const pointer = { pointerId: 3, isPrimary: true, pointerType: "touch", ...how };
  const event = (type: string, clientX: number, clientY: number) =>
    Object.assign(new MouseEvent(type, { clientX, clientY, bubbles: true }), pointer);
  act(() => void card.dispatchEvent(event("pointerdown", 100, 100)));
  act(() => void card.dispatchEvent(event("pointerup", 100 + x, 100 + y)));
}
const isTurned = () => cardOf(1).classList.contains("is-flipped");

test.each([
  ["to the right", 40, 0, {}, true],
  ["to the left", -40, 24, {}, true],
  ["too short", 39, 0, {}, false],
  ["too steep", 40, 25, {}, false],
  ["too steep upwards", 40, -25, {}, false],
  ["with a mouse", 80, 0, { pointerType: "mouse" }, false],
  ["with a second finger", 80, 0, { isPrimary: false }, false],
])("a swipe %s turns the card accordingly", (_, x, y, how, turns) => {
  render(<Deck count={3} />);
  swipe(x, y, how);
  expect(isTurned()).toBe(turns);
  if (turns) fireEvent.click(cardOf(1));
  expect(isTurned()).toBe(turns);
});

test("a cancelled swipe turns nothing, and one over a wide table scrolls it", () => {
  render(<Deck count={3} />);
  const card = cardOf(1);
  const down = Object.assign(new MouseEvent("pointerdown", { bubbles: true }), {
    pointerId: 3,
    isPrimary: true,
    pointerType: "touch",
  });
  card.dispatchEvent(down);
  fireEvent(card, new MouseEvent("pointercancel", { bubbles: true }));
  act(() => {
    const up = new MouseEvent("pointerup", { bubbles: true, clientX: 90 });
    card.dispatchEvent(Object.assign(up, { pointerId: 3 }));
  });
  expect(isTurned()).toBe(false);
  const wide = card.appendChild(document.createElement("div"));
  wide.className = "table-wrap";
  Object.defineProperty(wide, "scrollWidth", { value: 500, configurable: true });
  swipe(80, 0, {}, wide);
  expect(isTurned()).toBe(false);
  Object.defineProperty(wide, "scrollWidth", { value: 0 });
  swipe(80, 0, {}, wide);
  expect(isTurned()).toBe(true);
});

test("a click on the card turns it, except on its controls or while its text is selected", () => {
  // jsdom also returns true for every node after the selection.
  vi.spyOn(Selection.prototype, "containsNode").mockImplementation(
    (node, isPartly) => isPartly === true && document.getSelection()?.getRangeAt(0).intersectsNode(node) === true,
  );
  render(<Deck count={3} />);
  const card = cardOf(1);
  const link = card.appendChild(document.createElement("a"));
  fireEvent.click(link);
  expect(isTurned()).toBe(false);
  document.getSelection()?.selectAllChildren(card);
  fireEvent.click(card);
  expect(isTurned()).toBe(false);
  document.getSelection()?.selectAllChildren(cardOf(2));
  fireEvent.click(card);
  expect(isTurned()).toBe(true);
  expect(document.activeElement).toBe(buttons()[1]);
  document.getSelection()?.removeAllRanges();
  fireEvent.click(card);
  expect(isTurned()).toBe(false);
});

test.each([
  [0, 0, "All 0 answers seen", "0"],
  [1, 4, "1 of 4 answers seen", "25"],
  [4, 4, "All 4 answers seen", "100"],
])("progress of %d of %d cards is shown", (seen, total, text, percent) => {
  render(<CarouselProgress seen={seen} total={total} />);
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByRole("progressbar", { name: "Answers seen" }).getAttribute("aria-valuenow")).toBe(percent);
});
