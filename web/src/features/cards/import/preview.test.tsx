import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { CardTable } from "@/core/cards";
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
