import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OWN_CARDS_MAX } from "@/core/limits";
import { ImportPersonalCardsPage } from "./import-personal-page";
import type { ImportProgress } from "./import-progress";
import type { ImportTarget } from "./import-target";

const calls = vi.hoisted(() => ({
  imported: vi.fn(async () => undefined),
  removed: vi.fn(async () => undefined),
  refresh: vi.fn(),
  refetch: vi.fn(),
  totals: vi.fn(),
  target: undefined as unknown,
}));
let own: { cards: object[]; error?: Error | undefined; isPending: boolean };
let isReady: boolean;

vi.mock("@/data/cards/personal-cards", () => ({
  usePersonalCards: () => ({ ...own, refetch: calls.refetch }),
  personalCardCountsQuery: { queryKey: ["courses"], queryFn: () => calls.totals() },
  refreshPersonalCards: async (_: object, code: string) => calls.refresh(code),
}));
vi.mock("@/data/cards/card-imports", () => ({
  personalCardsImporter: (code: string, chapter: string) => (batch: object) =>
    calls.imported(...([code, chapter, batch] as unknown as [])),
  personalCardsRemover: (code: string) => (ids: string[]) => calls.removed(...([code, ids] as unknown as [])),
}));
vi.mock("../personal/chapter-choice", () => ({
  useChapterOptions: () => ({
    choice: [
      { value: "", label: "No chapter" },
      { value: "ch1", label: "1 Sorting" },
    ],
    isReady,
  }),
}));
vi.mock("./undo", () => ({
  removeCards: async (removals: { ids: string[]; remove: (ids: string[]) => unknown }[]) => {
    for (const { ids, remove } of removals) await remove(ids);
  },
}));
vi.mock("./import-form", () => ({
  ImportForm: ({ to }: { to: ImportTarget }) => {
    calls.target = to;
    return <div data-testid="form">{to.choice?.(to.existingCards.length === 0)}</div>;
  },
}));

beforeEach(() => {
  vi.clearAllMocks();
  own = { cards: [{ id: "x" }, { id: "y" }], isPending: false };
  isReady = true;
  calls.totals.mockResolvedValue({ cards: 12 });
});
afterEach(cleanup);

function open(chapterId = "ch1"): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ImportPersonalCardsPage code="CS246" chapterId={chapterId} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const target = () => calls.target as ImportTarget;
const chapter = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Chapter" });
const sent = { cards: { "": ["n"] }, addCards: vi.fn() } as unknown as ImportProgress;
const send = () => target().send([], undefined, new AbortController().signal, 0, sent);

test("S4.own.4 cards of other courses count towards the student's limit", async () => {
  open();
  await screen.findByTestId("form");
  expect(target()).toMatchObject({ existingCards: own.cards, max: OWN_CARDS_MAX - 10 });
});

test("S4.own.4 pending cards that the server does not count yet do not raise the limit", async () => {
  calls.totals.mockResolvedValue({ cards: 1 });
  open();
  await screen.findByTestId("form");
  expect(target().max).toBe(OWN_CARDS_MAX);
});

test("S4.own.4 cards go into the chosen chapter, and the page returns to it", async () => {
  open();
  await screen.findByTestId("form");
  expect(chapter().value).toBe("ch1");
  expect(screen.getByRole("button", { name: "Chapter" })).toBeDefined();
  await send();
  expect(calls.imported).toHaveBeenLastCalledWith("CS246", "ch1", []);
  expect(sent.addCards).toHaveBeenLastCalledWith("", []);
  fireEvent.change(chapter(), { target: { value: "" } });
  expect(screen.getByRole("button", { name: "My cards" })).toBeDefined();
  await send();
  expect(calls.imported).toHaveBeenLastCalledWith("CS246", "", []);
});

test("S4.own.4 a chapter that does not exist is not chosen", async () => {
  open("gone");
  await screen.findByTestId("form");
  expect(chapter().value).toBe("");
  expect(target().page).toBe(target().id);
});

test("S4.own.4 an undo removes the sent cards, and the page reloads the cards of the course", async () => {
  open();
  await screen.findByTestId("form");
  await target().undo(sent, () => undefined);
  expect(calls.removed).toHaveBeenCalledExactlyOnceWith("CS246", ["n"]);
  target().onImported();
  expect(calls.refresh).toHaveBeenCalledExactlyOnceWith("CS246");
});

test("S4.own.4 the chapter cannot be changed while cards are sent", async () => {
  own.cards = [];
  open();
  await screen.findByTestId("form");
  expect(chapter().disabled).toBe(true);
});

test.each(["cards", "chapters"])("the form waits for the %s", async (missing) => {
  if (missing === "cards") own.isPending = true;
  else isReady = false;
  open();
  await vi.waitFor(() => expect(calls.totals).toHaveBeenCalled());
  expect(await screen.findByRole("status", { name: "Loading..." })).toBeDefined();
  expect(screen.queryByTestId("form")).toBeNull();
});

test("cards that cannot be loaded are reported, and a retry asks for them again", async () => {
  own = { cards: [], isPending: false, error: new Error("No.") };
  open();
  expect(await screen.findByText("Could not load your cards")).toBeDefined();
  expect(screen.queryByTestId("form")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /Retry|Try again/i }));
  expect(calls.refetch).toHaveBeenCalledTimes(1);
});

test("a number of cards that cannot be loaded is reported, and a retry opens the form", async () => {
  calls.totals.mockRejectedValueOnce(new Error("No."));
  open();
  expect(await screen.findByText("Could not load your cards")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: /Retry|Try again/i }));
  expect(await screen.findByTestId("form")).toBeDefined();
});
