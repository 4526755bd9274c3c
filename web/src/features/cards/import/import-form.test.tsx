import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signOutForTest } from "@/api/testing";
import { ImportForm } from "./import-form";
import { findInterruptedImport, type ImportProgress, identifySource, startOrResumeImport } from "./import-progress";
import type { ImportTarget } from "./import-target";

const calls = vi.hoisted(() => ({ toast: vi.fn(), unsaved: vi.fn(), choose: vi.fn(), retry: vi.fn(), table: vi.fn() }));
let found: object = {};
let deck: { file?: { name: string }; state: object } = { state: { is: "none" } };
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/ui/feedback/toast", () => ({ toast: calls.toast }));
vi.mock("@/lib/browser/unsaved", () => ({
  useUnsavedChanges: (hasAny: boolean) => {
    calls.unsaved(hasAny);
    return () => calls.unsaved("saved");
  },
}));
vi.mock("./use-card-table", () => ({
  useCardTable: (...asked: unknown[]) => {
    calls.table(...asked);
    return found;
  },
}));
vi.mock("./use-deck", () => ({ useDeckUpload: () => ({ ...deck, choose: calls.choose, retry: calls.retry }) }));
vi.mock("./preview", () => ({
  Preview: ({ children, unit }: { children: object; unit: string }) => (
    <div data-testid={unit}>{children as never}</div>
  ),
}));
vi.mock("./skipped-from-deck", () => ({
  SkippedFromDeck: ({ skipped }: { skipped: number }) => <p>{skipped} skipped</p>,
}));

const target = {
  existingCards: [],
  max: 100,
  send: vi.fn(),
  undo: vi.fn(),
  onImported: vi.fn(),
  page: "/cards",
} satisfies ImportTarget;
beforeEach(() => {
  vi.clearAllMocks();
  signInAs({ uid: "amara", name: "Amara" });
  vi.spyOn(console, "warn").mockReturnValue();
  found = {};
  deck = { state: { is: "none" } };
  target.send.mockReset().mockResolvedValue(undefined);
  target.undo.mockReset().mockResolvedValue(undefined);
});
afterEach(() => {
  cleanup();
  signOutForTest();
  localStorage.clear();
});

const row = (line: number, picture?: string) => ({ line, title: `T${line}`, content: "", ...(picture && { picture }) });
const tableOf = (...batches: object[][]) => ({ table: { batches, bad: [], moreBad: 0 } });
function show(more: Partial<ImportTarget> = {}) {
  const to = { ...target, ...more };
  const router = createMemoryRouter([{ path: "*", element: <ImportForm to={to} /> }], { initialEntries: ["/import"] });
  render(<RouterProvider router={router} />);
  return router;
}
const stored = () => findInterruptedImport("amara", "/cards", new AbortController().signal);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));
const text = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Cards" });
const type = (value: string) => fireEvent.change(text(), { target: { value } });
const picturesBox = () => screen.queryByRole<HTMLInputElement>("checkbox", { name: /^With/ });

test("without cards nothing can be imported", () => {
  show();
  expect(button("Import cards").disabled).toBe(true);
  expect(screen.getByText("A preview of the cards will appear here.")).toBeDefined();
  expect(calls.unsaved.mock.lastCall).toEqual([false]);
  type("  ");
  expect(calls.unsaved.mock.lastCall).toEqual([false]);
  expect(calls.table.mock.lastCall?.[0]).toBeUndefined();
});

test("S6.import.3 typed cards are counted, previewed and sent in their batches, and the page shows them", async () => {
  const router = show();
  found = tableOf([row(1), row(2)], [row(3)]);
  type("front :: back");
  expect(calls.table.mock.lastCall).toEqual(["front :: back", undefined, [], 100]);
  expect(screen.getByTestId("line")).toBeDefined();
  expect(picturesBox()).toBeNull();
  expect(calls.unsaved.mock.lastCall).toEqual([true]);
  press("Import 3 cards");
  await waitFor(() => expect(router.state.location.pathname).toBe("/cards"));
  expect(
    target.send.mock.calls.map(([batch, deckId, , before]) => [
      batch.map(({ line }: { line: number }) => line ?? 0).length,
      deckId,
      before,
    ]),
  ).toEqual([
    [2, undefined, 0],
    [1, undefined, 2],
  ]);
  expect(calls.unsaved).toHaveBeenCalledWith("saved");
  expect(target.onImported).toHaveBeenCalledTimes(1);
  expect(calls.toast.mock.calls).toEqual([["3 cards imported", expect.objectContaining({ isPersistent: true })]]);
  calls.toast.mock.calls[0]?.[1].action.onClick();
  await waitFor(() => expect(calls.toast.mock.lastCall).toEqual(["Import undone", { id: "undo-import" }]));
  expect(target.undo.mock.calls[0]?.[0]).toBe(target.send.mock.calls[0]?.[4]);
  expect(await stored()).toBeUndefined();
});

test("one card is counted in the singular, and the page after the import may depend on the number", async () => {
  found = tableOf([row(1)]);
  const router = show({
    pageAfter: (cards) => `/after/${cards}`,
    capacityHint: (cards) => `${cards} for this chapter`,
  });
  type("x");
  expect(screen.getByText("1 for this chapter")).toBeDefined();
  press("Import 1 card");
  await waitFor(() => expect(router.state.location.pathname).toBe("/after/1"));
  expect(calls.toast.mock.calls[0]?.[0]).toBe("1 card imported");
});

test("S6.import.5 after a failure, the remaining cards can be sent, and the source cannot be changed", async () => {
  found = tableOf([row(1), row(2)], [row(3)]);
  const choice = vi.fn(() => null);
  const router = show({ choice });
  type("x");
  expect(choice).toHaveBeenLastCalledWith(false);
  target.send.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error("No."));
  press("Import 3 cards");
  expect(await screen.findByText(/^The cards already sent are saved\./)).toBeDefined();
  expect(text().disabled).toBe(true);
  expect(choice).toHaveBeenLastCalledWith(true);
  expect(screen.queryByRole("progressbar")).toBeNull();
  const ids = target.send.mock.calls[1]?.[0];

  press("Continue with 1 card");
  await waitFor(() => expect(router.state.location.pathname).toBe("/cards"));
  expect(target.send).toHaveBeenCalledTimes(3);
  expect(target.send.mock.calls[2]?.[0]).toBe(ids);
  expect(calls.toast.mock.calls[0]?.[0]).toBe("3 cards imported");
});

test("S6.import.5 undo also removes the cards of the failed batch, and the source can be changed again", async () => {
  found = tableOf([row(1)], [row(2)], [row(3)]);
  show();
  type("x");
  let last = 0;
  target.send.mockImplementation(async (_batch, _deck, _signal, _before, sent: ImportProgress) => {
    last += 1;
    sent.addCards("", [{ id: `${last}` }] as never);
    if (last === 2) throw new Error("No.");
  });
  press("Import 3 cards");
  await screen.findByText(/^The cards already sent are saved\./);
  target.undo.mockRejectedValueOnce(new Error("No."));
  press("Undo what was sent");
  await waitFor(() => expect(calls.toast.mock.lastCall?.[0]).toMatch(/^Some imported cards are still there\. ./));
  expect(text().disabled).toBe(true);
  await waitFor(() => expect(button("Undo what was sent").disabled).toBe(false));
  target.undo.mockImplementationOnce(async (_: unknown, report: (removed: number, of: number) => void) =>
    report(1, 2000),
  );
  press("Undo what was sent");
  expect(await screen.findByRole("button", { name: "Import 3 cards" })).toBeDefined();
  expect(target.undo.mock.calls.map(([sent]) => sent.cards)).toEqual([{ "": ["1", "2"] }, { "": ["1", "2"] }]);
  expect(calls.toast).toHaveBeenCalledWith("Undoing the import: 1 of 2,000 cards removed", expect.anything());
  expect(text().disabled).toBe(false);
});

test("while cards are sent, their number is shown and the buttons are disabled, and leaving stops the import", async () => {
  found = tableOf([row(1), row(2)], [row(3), row(4)]);
  show();
  type("x");
  target.send.mockResolvedValueOnce(undefined).mockReturnValueOnce(new Promise(() => undefined));
  press("Import 4 cards");
  expect(await screen.findByText("2 of 4 cards imported")).toBeDefined();
  expect(screen.getByRole("progressbar", { name: "Importing" })).toBeDefined();
  expect(button("Cancel").disabled).toBe(true);
  expect(button("Importing...").disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Undo what was sent" })).toBeNull();
  const signal = target.send.mock.calls[1]?.[2] as AbortSignal;
  expect(signal.aborted).toBe(false);
  cleanup();
  expect(signal.aborted).toBe(true);
});

test("'Cancel' returns to the page", async () => {
  const router = show();
  press("Cancel");
  await waitFor(() => expect(router.state.location.pathname).toBe("/cards"));
});

const readDeck = { is: "read", deck: { id: "d1", cards: [], skipped: 2 } };

test("S6.import.6 the pictures of a deck are counted, and sent unless the student deselects them", async () => {
  deck = { file: new File([], "trees.apkg"), state: readDeck };
  found = tableOf([row(1, "a.png"), row(2)]);
  show();
  expect(screen.getByTestId("card")).toBeDefined();
  expect(screen.getByText("2 skipped")).toBeDefined();
  expect(picturesBox()).toHaveProperty("checked", true);
  expect(screen.getByText("With 1 picture")).toBeDefined();
  press("Import 2 cards");
  await waitFor(() => expect(target.send).toHaveBeenCalledTimes(1));
  expect(target.send.mock.calls[0]?.[1]).toBe("d1");
  cleanup();
  show();
  fireEvent.click(picturesBox() as HTMLElement);
  press("Import 2 cards");
  await waitFor(() => expect(target.send).toHaveBeenCalledTimes(2));
  expect(target.send.mock.calls[1]?.[1]).toBeUndefined();
});

test("S6.import.6 a deck without pictures has no checkbox for pictures, and only its cards are sent", async () => {
  deck = { file: new File([], "trees.apkg"), state: readDeck };
  found = tableOf([row(1)]);
  show();
  expect(picturesBox()).toBeNull();
  press("Import 1 card");
  await waitFor(() => expect(target.send).toHaveBeenCalledTimes(1));
  expect(target.send.mock.calls[0]?.[1]).toBeUndefined();
});

test.each([
  [{ is: "sending", progress: undefined }, /^Reading the deck and converting its pictures\./],
  [{ is: "sending", progress: 0.5 }, "Sending the deck."],
  [{ is: "paused" }, /^Can't reach Note Ninja\./],
  [{ is: "rejected", problem: "This is no deck.", canRetry: false }, "This is no deck."],
])("S6.import.6 the state %j of a deck is explained, and nothing can be imported", (state, said) => {
  deck = { file: new File([], "trees.apkg"), state };
  found = tableOf([row(1)]);
  show();
  expect(screen.getByText(said)).toBeDefined();
  expect(button("Import cards").disabled).toBe(true);
  expect(screen.queryByText("A preview of the cards will appear here.")).toBeNull();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test("a rejected deck can be removed, or sent again if a retry may succeed", () => {
  deck = { file: new File([], "trees.apkg"), state: { is: "rejected", problem: "No.", canRetry: true } };
  show();
  press("Retry");
  expect(calls.retry).toHaveBeenCalledTimes(1);
  expect(screen.getByText("trees.apkg")).toBeDefined();
  press("Remove file");
  expect(calls.choose.mock.calls).toEqual([[undefined]]);
});

const chooser = () => screen.getByLabelText("choose a file", { selector: "input" });

test("a chosen text file replaces the text until it is removed, and a deck is read as such", async () => {
  show();
  type("typed");
  const bytes = new TextEncoder().encode("a,b");
  const file = Object.assign(new File([], "cards.csv"), { arrayBuffer: async () => bytes.buffer });
  await act(async () => void fireEvent.change(chooser(), { target: { files: [file] } }));
  expect(await screen.findByText("cards.csv")).toBeDefined();
  expect(new TextDecoder().decode(calls.table.mock.lastCall?.[0])).toBe("a,b");
  press("Remove file");
  expect(text().value).toBe("typed");
  const apkg = new File([], "trees.apkg");
  fireEvent.change(chooser(), { target: { files: [apkg] } });
  expect(calls.choose.mock.lastCall).toEqual([apkg]);
});

test("the form says that a file cannot be read, or why a text cannot be parsed", async () => {
  show();
  const file = Object.assign(new File([], "cards.csv"), { arrayBuffer: () => Promise.reject(new Error("No.")) });
  fireEvent.change(chooser(), { target: { files: [file] } });
  expect(await screen.findByText("This file cannot be read. Choose it again, or another one.")).toBeDefined();
  found = { problem: "A quotation mark is not closed." };
  type("x");
  expect(screen.getByText("A quotation mark is not closed.")).toBeDefined();
});

test("the chosen separator is used", () => {
  show();
  type("a;b");
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "semicolon" } });
  expect(calls.table.mock.lastCall?.[1]).toBe("semicolon");
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "" } });
  expect(calls.table.mock.lastCall?.[1]).toBeUndefined();
});

const INTERRUPTED = /^An import of cards was interrupted\./;
async function interrupt(text: string, page = "/cards") {
  const source = await identifySource(text);
  startOrResumeImport("amara", page, source, undefined).addCards("", [{ id: "a" }] as never);
}

test("S6.import.5 an import that was interrupted before a reload can be undone", async () => {
  await interrupt("x");
  const router = show();
  expect(await screen.findByText(INTERRUPTED)).toBeDefined();
  target.undo.mockRejectedValueOnce(new Error("No."));
  press("Undo what was sent");
  await waitFor(() => expect(calls.toast.mock.lastCall?.[0]).toMatch(/^Some imported cards are still there\. ./));
  expect(router.state.location.pathname).toBe("/import");
  expect(await stored()).toBeDefined();
  await waitFor(() => expect(button("Undo what was sent").disabled).toBe(false));
  calls.toast.mock.lastCall?.[1].action.onClick();
  await waitFor(() => expect(router.state.location.pathname).toBe("/cards"));
  expect(target.undo.mock.calls.map(([sent]) => sent.cards)).toEqual([{ "": ["a"] }, { "": ["a"] }]);
  expect(await stored()).toBeUndefined();
});

test.each([
  ["x", { "": ["a"] }],
  ["y", {}],
])(
  "S6.import.5 after an interrupted import of 'x', undoing one of %j removes both parts only if it is the same",
  async (typed, cards) => {
    await interrupt("x");
    found = tableOf([row(2)]);
    show();
    await screen.findByText(INTERRUPTED);
    type(typed);
    expect(screen.queryByText(INTERRUPTED)).toBeNull();
    press("Import 1 card");
    await waitFor(() => expect(calls.toast).toHaveBeenCalledTimes(1));
    calls.toast.mock.calls[0]?.[1].action.onClick();
    await waitFor(() => expect(target.undo).toHaveBeenCalledTimes(1));
    expect(target.undo.mock.calls[0]?.[0].cards).toEqual(cards);
  },
);

test("S6.import.5 undoing a resumed import that failed closes the page, because it has compared with the removed cards", async () => {
  await interrupt("x");
  found = tableOf([row(2)]);
  const router = show();
  await screen.findByText(INTERRUPTED);
  type("x");
  target.send.mockRejectedValueOnce(new Error("No."));
  press("Import 1 card");
  await screen.findByText(/^The cards already sent are saved\./);
  press("Undo what was sent");
  await waitFor(() => expect(router.state.location.pathname).toBe("/cards"));
  expect(target.undo.mock.calls[0]?.[0].cards).toEqual({ "": ["a"] });
});

test("S6.import.5 an interrupted import that is already complete can be kept", async () => {
  await interrupt("x");
  found = tableOf();
  show();
  await screen.findByText(INTERRUPTED);
  type("x");
  expect(screen.getByText(INTERRUPTED)).toBeDefined();
  press("Keep the cards");
  expect(screen.queryByText(INTERRUPTED)).toBeNull();
  expect(await stored()).toBeUndefined();
  expect(target.undo).not.toHaveBeenCalled();
});

test("S6.import.5 an interrupted import into other cards is not mentioned", async () => {
  await interrupt("x", "/other");
  show();
  await act(async () => void (await stored()));
  expect(screen.queryByText(INTERRUPTED)).toBeNull();
});
