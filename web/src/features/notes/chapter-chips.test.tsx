import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ChapterChips } from "./chapter-chips";

afterEach(cleanup);

function show(chapters: number[], chosen?: number) {
  const onChoose = vi.fn();
  render(<ChapterChips chapters={chapters} chosen={chosen} onChoose={onChoose} />);
  return onChoose;
}
const chips = () =>
  within(screen.getByRole("group", { name: "Chapters" }))
    .getAllByRole("button")
    .map((chip) => `${chip.textContent} ${chip.getAttribute("aria-pressed")}`);

test("the selected chapter is marked as pressed, and 'All' removes the selection", () => {
  const onChoose = show([1, 3], 3);
  expect(chips()).toEqual(["All false", "Chapter 1 false", "Chapter 3 true"]);
  for (const name of ["All", "Chapter 1"]) fireEvent.click(screen.getByRole("button", { name }));
  expect(onChoose.mock.calls).toEqual([[undefined], [1]]);
});

test("a single chapter is shown only if another one is selected, so that the filter can be removed", () => {
  show([1]);
  expect(screen.queryByRole("group")).toBeNull();
  cleanup();
  show([1], 2);
  expect(chips()).toEqual(["All false", "Chapter 1 false"]);
});
