import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ImportSource } from "./import-source";

afterEach(cleanup);

function show(more: Partial<Parameters<typeof ImportSource>[0]> = {}) {
  const handlers = { onText: vi.fn(), onSeparator: vi.fn(), onFiles: vi.fn(), onPutAside: vi.fn() };
  render(<ImportSource file={undefined} isDeck={false} isFixed={false} text="" separator="" {...handlers} {...more} />);
  return handlers;
}
const text = () => screen.queryByRole<HTMLTextAreaElement>("textbox", { name: "Cards" });
const separators = () => screen.queryByLabelText<HTMLSelectElement>("Front and back are separated by");
const chooser = () => document.querySelector<HTMLInputElement>("input[type=file]");

test("cards are typed, or chosen as one file", () => {
  const { onText, onFiles } = show({ text: "a :: b" });
  expect(text()?.value).toBe("a :: b");
  expect(screen.getByText(/^One card per line: front :: back\. Or CSV/)).toBeDefined();
  fireEvent.change(text() as HTMLElement, { target: { value: "c :: d" } });
  expect(onText.mock.calls).toEqual([["c :: d"]]);
  expect([chooser()?.multiple, chooser()?.accept]).toEqual([
    false,
    ".csv,.tsv,.txt,.apkg,text/csv,text/tab-separated-values,text/plain",
  ]);
  const file = new File(["a,b"], "cards.csv");
  fireEvent.change(chooser() as HTMLElement, { target: { files: [file] } });
  expect(onFiles.mock.calls).toEqual([[[file]]]);
  expect(screen.getByText(/Drop a CSV, TSV or text file or an Anki deck \(\.apkg\) here or/)).toBeDefined();
});

test("the separator is chosen, or found", () => {
  const { onSeparator } = show({ separator: "tab" });
  expect(separators()?.value).toBe("tab");
  const options = [...(separators()?.options ?? [])].map(({ value, text }) => [value, text]);
  expect(options.slice(-5)).toEqual([
    ["colons", "Two colons: front :: back"],
    ["comma", "Comma (CSV)"],
    ["semicolon", "Semicolon (CSV)"],
    ["tab", "Tab (TSV, cells of a table)"],
    ["pipe", "Vertical bar"],
  ]);
  fireEvent.change(separators() as HTMLElement, { target: { value: "comma" } });
  fireEvent.change(separators() as HTMLElement, { target: { value: "" } });
  expect(onSeparator.mock.calls).toEqual([["comma"], [""]]);
});

test("a chosen file takes the place of the text, and can be removed", () => {
  const { onPutAside } = show({ file: "cards.csv" });
  expect([text(), chooser()]).toEqual([null, null]);
  expect(screen.getByText("cards.csv").tagName).toBe("STRONG");
  expect(separators()).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Remove file" }));
  expect(onPutAside).toHaveBeenCalledTimes(1);
});

test("an Anki deck has no separator", () => {
  show({ file: "deck.apkg", isDeck: true });
  expect(separators()).toBeNull();
});

test("during an import nothing can be changed", () => {
  show({ isFixed: true, text: "a :: b" });
  expect([text()?.disabled, chooser(), separators()?.disabled]).toEqual([true, null, true]);
  cleanup();
  show({ isFixed: true, file: "cards.csv" });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Remove file" }).disabled).toBe(true);
});
