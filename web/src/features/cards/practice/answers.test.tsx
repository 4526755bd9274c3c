import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReviewCard } from "@/parts/review/review-cards";
import { ChoiceAnswer } from "./choice-answer";
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
