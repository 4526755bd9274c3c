import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReviewCard } from "@/parts/review/review-cards";
import { DEFAULT_SETTINGS, type PracticeAnswer, type PracticeTest } from "./practice-test";
import { PracticeResults } from "./results";

const outbox = vi.hoisted(() => ({ flushBatches: vi.fn() }));
vi.mock("@/offline/outbox/queue", () => ({ outbox }));

const card = (id: string, chapter: string, more: Partial<ReviewCard> = {}) =>
  ({
    id,
    course: "CS246",
    chapter,
    chapterId: chapter.toLowerCase(),
    title: `**Question** ${id}`,
    content: `Answer ${id}`,
    ...more,
  }) as ReviewCard;
const all = [
  card("a", "Sets"),
  card("b", "Sets"),
  card("own", "My cards", {
    chapterId: undefined,
    isPersonal: true,
    source: { course: "CS246", note: "n1", page: 3, quote: "x", before: "", after: "" } as never,
  }),
];
const answer = (rating: PracticeAnswer["rating"], given?: string): PracticeAnswer => ({
  rating,
  given,
  event: { device: "d", sequence: 1 } as never,
  tookMs: 5,
});
const onPractise = vi.fn();
const onContinue = vi.fn();
const onNew = vi.fn();

beforeEach(() => outbox.flushBatches.mockReset());
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function show(answers: readonly PracticeAnswer[], more: Partial<PracticeTest> = {}) {
  const test: PracticeTest = {
    id: "t1",
    course: "CS246",
    settings: DEFAULT_SETTINGS,
    questions: all.map(({ id }) => ({ cardId: id, choices: [] })),
    answers,
    shown: 2,
    typed: "",
    isOver: true,
    ...more,
  };
  return render(
    <MemoryRouter>
      <PracticeResults
        test={test}
        cards={new Map(all.map((each) => [each.id, each]))}
        onPractise={onPractise}
        onContinue={onContinue}
        onNew={onNew}
      />
    </MemoryRouter>,
  );
}
const subtitle = () => screen.getByRole("heading", { level: 1 }).closest("header")?.textContent;
const buttons = () => screen.getAllByRole("button").map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("S4.test.1 a result without mistakes has the score and offers only a new test", () => {
  show([answer("good"), answer("hard"), answer("easy")]);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Your result" }));
  expect(outbox.flushBatches).toHaveBeenCalledTimes(1);
  expect(subtitle()).toContain("CS 246");
  expect(subtitle()).toContain("3 of 3 right (100%). Your answers count as reviews.");
  expect(buttons()).toEqual(["New test"]);
  expect(screen.queryByRole("heading", { name: "Wrong answers" })).toBeNull();
  press("New test");
  expect(onNew).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("link", { name: "Done" }).getAttribute("href")).toBe("/study");
});

test("S4.test.1 the score of each chapter leads to the chapter or to the student's own cards", () => {
  show([answer("again"), answer("good"), answer("again")]);
  const table = screen.getByRole("table", { name: "Score by chapter" });
  expect(
    within(table)
      .getAllByRole("row")
      .map((row) => [...row.children].map(({ textContent }) => textContent)),
  ).toEqual([
    ["Chapter", "Right", "Score"],
    ["Sets", "1 of 2", "50%"],
    ["My cards", "0 of 1", "0%"],
  ]);
  expect(
    within(table)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(["/guide/CS246/chapter/sets", "/guide/CS246/my-cards"]);
});

test("S4.test.1 wrong cards are listed with their answers, and a new test asks them again", () => {
  show([answer("again", "heap"), answer("good"), answer("again", "")]);
  const section = screen.getByRole("region", { name: "Wrong answers" });
  expect(section.querySelector(".count")?.textContent).toBe("2");
  const [first, second] = within(section).getAllByRole("listitem");
  expect(first?.textContent).toBe("SetsQuestion aAnswer aYour answer: heapOpen its chapter");
  expect(second?.textContent).toBe("My cardsQuestion ownAnswer ownOpen the passage (page 3)Open my card");
  const links = within(section).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("aria-label"))).toEqual([
    "Open its chapter: Question a",
    "Open the passage (page 3): Question own",
    "Open my card: Question own",
  ]);
  expect([links[0]?.getAttribute("href"), links[2]?.getAttribute("href")]).toEqual([
    "/guide/CS246/chapter/sets",
    "/guide/CS246/my-cards/own",
  ]);
  press("Practise the wrong ones again");
  expect(onPractise).toHaveBeenCalledWith([all[0], all[2]]);
});

test("S4.test.3 a wrong choice shows the answer that was chosen, unless its card was deleted", () => {
  show([answer("again", "b"), answer("again", "gone"), answer("good", "own")], {
    settings: { ...DEFAULT_SETTINGS, mode: "choice" },
  });
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toBe("SetsQuestion aAnswer aYour answer:Answer bOpen its chapter");
  expect(second?.textContent).toBe("SetsQuestion bAnswer bOpen its chapter");
});

test("S4.test.4 a test that was ended early can be continued", () => {
  show([answer("good")], { endsAtMs: Date.now() + 60_000 });
  expect(subtitle()).toContain("1 of 1 right (100%). 2 questions not answered. Your answers count as reviews.");
  expect(buttons()).toEqual(["Continue the test", "New test"]);
  press("Continue the test");
  expect(onContinue).toHaveBeenCalledTimes(1);
});

test("S4.test.4 a test without answers has no scores", () => {
  show([]);
  expect(subtitle()).toContain("3 questions not answered.");
  expect(subtitle()).not.toContain("right");
  expect(subtitle()).not.toContain("reviews");
  expect(screen.queryByRole("table")).toBeNull();
});

test("S4.test.1 a test that ran out of time cannot be continued", () => {
  show([answer("good"), answer("again")], { endsAtMs: Date.now() - 1 });
  expect(subtitle()).toContain("Time is up. 1 of 2 right (50%). 1 question not answered.");
  expect(buttons()).toEqual(["Practise the wrong ones again", "New test"]);
  cleanup();
  show([answer("good"), answer("good"), answer("good")], { endsAtMs: Date.now() - 1 });
  expect(subtitle()).not.toContain("Time is up.");
});

test("S4.test.1 leaving the result sends the reviews", () => {
  const { unmount } = show([answer("good")]);
  outbox.flushBatches.mockReset();
  unmount();
  expect(outbox.flushBatches).toHaveBeenCalledTimes(1);
});
