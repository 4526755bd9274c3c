import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReviewCard } from "@/parts/review/review-cards";
import { ChoiceAnswer } from "./choice-answer";
import { PracticeQuestionView } from "./practice-question-view";
import { DEFAULT_SETTINGS, type PracticeAnswer, type PracticeTest } from "./practice-test";
import { TypedAnswer } from "./typed-answer";

const onAnswer = vi.fn();
beforeEach(() => void onAnswer.mockReset());
afterEach(cleanup);

const choices = ["a", "b"].map((id) => ({ id, content: `**Answer** ${id}` }) as ReviewCard);

function showChoices(chosenId?: string) {
  render(
    <>
      <p id="question">Which one?</p>
      <input aria-label="Elsewhere" />
      <ChoiceAnswer
        choices={choices}
        questionId="question"
        correctId="a"
        chosenId={chosenId}
        isAnswered={chosenId !== undefined}
        onAnswer={onAnswer}
      />
    </>,
  );
}
const group = () => screen.getByRole("group", { name: "Which one?" });
const answers = () =>
  screen
    .getAllByRole<HTMLButtonElement>("button")
    .map((button) => [button.getAttribute("aria-label"), button.disabled]);

test("S4.test.1 the answers have the focus, are named by the question, and a number key chooses one", () => {
  showChoices();
  expect(document.activeElement).toBe(group());
  expect(answers()).toEqual([
    ["Answer a", false],
    ["Answer b", false],
  ]);
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-keyshortcuts"))).toEqual(["1", "2"]);
  expect(fireEvent.keyDown(window, { key: "2" })).toBe(false);
  expect(onAnswer.mock.calls).toEqual([["b"]]);
});

test.each([
  ["has no answer", { key: "3" }],
  ["is held down", { key: "2", repeat: true }],
  ["is pressed with Ctrl", { key: "2", ctrlKey: true }],
  ["is pressed with Alt", { key: "2", altKey: true }],
  ["is pressed with Meta", { key: "2", metaKey: true }],
])("S4.test.1 a key that %s chooses nothing", (_, key) => {
  showChoices();
  fireEvent.keyDown(group(), key);
  expect(onAnswer).not.toHaveBeenCalled();
});

test("S4.test.1 a number that is typed in a field chooses nothing", () => {
  showChoices();
  fireEvent.keyDown(screen.getByLabelText("Elsewhere"), { key: "1" });
  expect(onAnswer).not.toHaveBeenCalled();
});

test("S4.test.1 after the answer, the right one and the chosen one are named and cannot be chosen", () => {
  showChoices("b");
  expect(answers()).toEqual([
    ["Answer a (right answer)", true],
    ["Answer b (your answer)", true],
  ]);
  fireEvent.keyDown(group(), { key: "1" });
  expect(onAnswer).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(document.body);
});

const showField = (typed: string, onType = vi.fn()) => {
  render(<TypedAnswer typed={typed} questionId="question" onType={onType} onAnswer={onAnswer} />);
  return onType;
};
const check = () => screen.getByRole<HTMLButtonElement>("button", { name: "Check" });

test("S4.test.1 the field for the answer has the focus, is described by the question and sends its text", () => {
  const onType = showField("heap");
  const field = screen.getByRole("textbox", { name: "Your answer" });
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-describedby")).toBe("question");
  fireEvent.change(field, { target: { value: "heaps" } });
  expect(onType).toHaveBeenCalledWith("heaps");
  fireEvent.click(check());
  expect(onAnswer).toHaveBeenCalledWith("heap");
});

test("S4.test.1 an empty answer cannot be checked, but the student can say that they do not know", () => {
  showField("  ");
  expect(check().disabled).toBe(true);
  fireEvent.submit(check().closest("form") ?? document.body);
  expect(onAnswer).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "I don't know" }));
  expect(onAnswer).toHaveBeenCalledWith("");
});

const TEST: PracticeTest = {
  id: "t1",
  course: "CS246",
  settings: { ...DEFAULT_SETTINGS, mode: "typed" },
  questions: [
    { cardId: "a", choices: ["a", "b"] },
    { cardId: "b", choices: ["a", "b"] },
  ],
  answers: [],
  shown: 0,
  typed: "",
  isOver: false,
};
const graded = (rating: PracticeAnswer["rating"], more: Partial<PracticeAnswer> = {}): PracticeAnswer => ({
  rating,
  given: "b",
  event: { device: "d", sequence: 1 } as never,
  tookMs: 5,
  ...more,
});
const [onCorrect, onNext] = [vi.fn(), vi.fn()];

function showQuestion(change: Partial<PracticeTest> = {}, mode: PracticeTest["settings"]["mode"] = "typed") {
  const card = { ...choices[0], title: "Which one?", chapter: "Sets" } as ReviewCard;
  const props = { card, choices, onType: vi.fn(), onAnswer, onCorrect, onNext };
  const of = (test: Partial<PracticeTest>) => (
    <MemoryRouter>
      <PracticeQuestionView {...props} test={{ ...TEST, settings: { ...TEST.settings, mode }, ...test }} />
      <input aria-label="Elsewhere" />
      <div id="main" tabIndex={-1} />
    </MemoryRouter>
  );
  onCorrect.mockReset();
  onNext.mockReset();
  const { rerender } = render(of(change));
  return (next: Partial<PracticeTest>) => rerender(of(next));
}
const status = () => screen.getByRole("status").textContent?.trim();
const names = () => screen.getAllByRole("button").map(({ textContent }) => textContent);

test("S4.test.2 a typed answer is graded with its time, and hidden answers stay hidden before", () => {
  showQuestion({ typed: "answer a" });
  expect([status(), screen.queryByText("You typed:")]).toEqual(["", null]);
  fireEvent.click(check());
  expect(onAnswer.mock.calls).toEqual([[{ rating: "good", given: "answer a" }, expect.any(Number)]]);
  expect(onAnswer.mock.calls[0]?.[1]).toBeGreaterThanOrEqual(0);
});

test("S4.test.3 a choice counts as good if it is right and as again if it is not", () => {
  showQuestion({}, "choice");
  expect(screen.queryByRole("textbox", { name: "Your answer" })).toBeNull();
  fireEvent.keyDown(window, { key: "1" });
  fireEvent.keyDown(window, { key: "2" });
  expect(onAnswer.mock.calls.map(([grade]) => grade)).toEqual([
    { rating: "good", given: "a" },
    { rating: "again", given: "b" },
  ]);
});

test("S4.test.2 a wrong typed answer can be counted as right, a right one as wrong", () => {
  const answerWith = showQuestion({ answers: [graded("again")] });
  expect(status()).toBe("Not right. The card comes back soon. The answer: Answer a");
  expect(screen.getByText("You typed:").textContent).toBe("You typed: b");
  expect(names()).toEqual(["I was right", "Next question"]);
  fireEvent.click(screen.getByRole("button", { name: "I was right" }));
  expect(onCorrect.mock.calls).toEqual([[graded("again"), "good"]]);
  screen.getByLabelText("Elsewhere").focus();
  answerWith({ answers: [graded("good", { isCorrected: true })] });
  expect(status()).toBe("Counted as right.");
  expect(document.activeElement?.textContent).toBe("Next question");
  fireEvent.click(screen.getByRole("button", { name: "I was wrong" }));
  expect(onCorrect).toHaveBeenLastCalledWith(graded("good", { isCorrected: true }), "again");
});

test.each([
  [{ difference: "accents" }, "Right, except for the accents. It counts as Hard. The answer: Answer a"],
  [{ difference: "case" }, "Right, except for capital letters. It counts as Hard. The answer: Answer a"],
  [
    { difference: "accents and case" },
    "Right, except for accents and capital letters. It counts as Hard. The answer: Answer a",
  ],
  [{ difference: "typo" }, "Almost right: there is a typo. It counts as Hard. The answer: Answer a"],
  [{ rating: "again", isCorrected: true }, "Counted as wrong. The answer: Answer a"],
] as const)("S4.test.2 an answer graded as %j is explained", (more, text) => {
  showQuestion({ answers: [graded("hard", more)] });
  expect(status()).toBe(text);
});

test("S4.test.2 an answer that the student did not know cannot be counted as right", () => {
  showQuestion({ answers: [graded("again", { given: "" })] });
  expect([names(), screen.queryByText("You typed:")]).toEqual([["Next question"], null]);
});

test("S4.test.3 a chosen answer cannot be corrected, and the last question leads to the result", () => {
  showQuestion({ shown: 1, answers: [graded("good"), graded("again")] }, "choice");
  expect(screen.queryByRole("button", { name: /^I was/ })).toBeNull();
  expect(screen.queryByText("You typed:")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show the result" }));
  expect(onNext).toHaveBeenCalledTimes(1);
});

test("S4.test.2 Enter and space continue after an answer, also with the focus on the page", () => {
  showQuestion({ answers: [graded("good")] });
  expect(fireEvent.keyDown(document.body, { key: "Enter" })).toBe(false);
  expect(fireEvent.keyDown(document.body, { key: " " })).toBe(false);
  fireEvent.keyDown(document.getElementById("main") ?? window, { key: "Enter" });
  expect(onNext).toHaveBeenCalledTimes(3);
});

test.each([
  { key: "x" },
  { key: "Enter", ctrlKey: true },
  { key: "Enter", altKey: true },
  { key: "Enter", metaKey: true },
  { key: "Enter", repeat: true },
])("S4.test.2 %j does not continue", (key) => {
  showQuestion({ answers: [graded("good")] });
  fireEvent.keyDown(document.body, key);
  fireEvent.keyDown(screen.getByLabelText("Elsewhere"), { key: "Enter" });
  expect(onNext).not.toHaveBeenCalled();
});

test("S4.test.2 a key does not continue once the question was left", () => {
  showQuestion({ answers: [graded("good")] });
  cleanup();
  fireEvent.keyDown(document.body, { key: "Enter" });
  expect(onNext).not.toHaveBeenCalled();
});
