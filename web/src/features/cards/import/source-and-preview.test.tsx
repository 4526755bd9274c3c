import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { CardTable } from "@/core/cards";
import { ImportSource } from "./import-source";
import { Preview } from "./preview";

vi.mock("../text/rich-text", () => ({ RichText: ({ text }: { text: string }) => <span>{text}</span> }));
vi.mock("@/parts/import-errors", async (original) => ({
  ...(await original<object>()),
  ImportErrors: ({ lines, more, unit }: { lines: object[]; more: number; unit: string }) => (
    <p>{`${unit}: ${lines.length} shown, ${more} more`}</p>
  ),
}));

afterEach(cleanup);

const row = (line: number, picture?: string) => ({ line, title: `T${line}`, content: `C${line}`, picture });
const tableOf = (count: number, bad: object[] = [], moreBad = 0) =>
  ({
    batches: [Array.from({ length: count }, (_, index) => row(index + 1, index === 1 ? "image" : undefined))],
    bad,
    moreBad,
  }) as unknown as CardTable;
const rejected = { line: 3, reason: "Empty." };

test.each([
  [tableOf(0), "0 cards to import."],
  [tableOf(1), "1 card to import."],
  [tableOf(2, [rejected]), "2 cards to import, 1 line left out."],
  [tableOf(2, [rejected], 4), "2 cards to import, 5 lines left out."],
])("S6.import.1 the preview counts what is imported and left out, for table %#", (table, text) => {
  render(<Preview table={table} />);
  expect(screen.getByRole("status").textContent).toBe(text);
  expect(screen.getByText(/^Line: /)).toBeDefined();
});

test("S6.import.3 what is left out of a deck is counted in cards", () => {
  render(<Preview table={tableOf(1, [rejected], 1)} unit="card" />);
  expect(screen.getByRole("status").textContent).toBe("1 card to import, 2 cards left out.");
  expect(screen.getByText("Card: 1 shown, 1 more")).toBeDefined();
});

test("S6.import.1 each card is shown with its line, both sides and whether it has a picture, below the actions", () => {
  render(
    <Preview table={tableOf(2)}>
      <button type="button">Import</button>
    </Preview>,
  );
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "1T1C1",
    "2T2 with a pictureC2",
  ]);
  const action = screen.getByRole("button", { name: "Import" });
  expect(action.compareDocumentPosition(screen.getByRole("list"))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test.each([
  [0, 0, null],
  [20, 20, null],
  [21, 20, "and 1 card more"],
  [25, 20, "and 5 cards more"],
])("S6.import.1 of %s cards, %s are shown and the rest is counted", (count, shown, more) => {
  render(<Preview table={tableOf(count)} />);
  expect(screen.queryAllByRole("listitem")).toHaveLength(shown);
  expect(screen.queryByRole("list") !== null).toBe(count > 0);
  expect(screen.queryByText(/^and /)?.textContent ?? null).toBe(more);
});

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
