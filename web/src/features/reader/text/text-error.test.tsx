import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { UnknownTextVersion } from "@/data/notes/note-text";
import { TextError } from "./text-error";

afterEach(cleanup);

function show(error: unknown) {
  const [onRetry, onShowPages] = [vi.fn(), vi.fn()];
  render(<TextError error={error} onRetry={onRetry} onShowPages={onShowPages} />);
  return { onRetry, onShowPages };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("S2.text.1 a text that could not be loaded can be tried again, or left for the pages", () => {
  const { onRetry, onShowPages } = show(unreachableProblem());
  expect(screen.getByRole("alert").querySelector("h2")?.textContent).toBe("The text could not be loaded");
  press("Retry");
  expect([onRetry.mock.calls.length, onShowPages.mock.calls.length]).toEqual([1, 0]);
  press("Show the pages");
  expect([onRetry.mock.calls.length, onShowPages.mock.calls.length]).toEqual([1, 1]);
});

test("S2.text.1 a text of an unknown version cannot be tried again", () => {
  const { onShowPages } = show(new UnknownTextVersion(99));
  expect(screen.getByRole("heading").textContent).toBe("Reload the page to read the text of this note.");
  expect(screen.queryByText("The text could not be loaded")).toBeNull();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  press("Show the pages");
  expect(onShowPages).toHaveBeenCalledTimes(1);
});
