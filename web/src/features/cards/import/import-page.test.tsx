import { onlineManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "@/api/problem";
import { CARDS_IMPORT_MAX, CARDS_MAX } from "@/core/limits";
import { ImportCardsPage } from "./import-page";
import type { ImportTarget } from "./import-target";

interface TestChapter {
  id: string;
  title: string;
  count: number;
}

const calls = vi.hoisted(() => ({ show: vi.fn(), refresh: vi.fn(), target: undefined as unknown }));
let chapters: TestChapter[] = [];
let fail: ((id: string) => Error | undefined) | undefined;

function deckOf({ id, title, count }: TestChapter) {
  const cards = Array.from({ length: count }, (_, index) => ({ id: `${id} ${index}`, title: "", content: "" }));
  return { chapter: { id, number: 3, title }, cards };
}
async function answer<T>(id: string, value: T): Promise<T> {
  const error = fail?.(id);
  if (error) throw error;
  return value;
}
vi.mock("@/data/cards/chapters", () => ({
  chaptersQuery: () => ({ queryKey: ["all"], queryFn: () => answer("all", [...chapters]) }),
  chapterQuery: (_: string, id: string) => ({
    queryKey: ["chapter", id],
    queryFn: () => {
      const found = chapters.find((each) => each.id === id);
      return answer(id, found && deckOf(found));
    },
  }),
  cacheChapter: (_: object, code: string, id: string) => calls.show(code, id),
  refreshChapters: async (_: object, code: string) => calls.refresh(code),
}));
vi.mock("../chapters/chapter-page", () => ({ MissingChapter: ({ code }: { code: string }) => <p>{code} missing</p> }));
vi.mock("./import-form", () => ({
  ImportForm: ({ to }: { to: ImportTarget }) => {
    calls.target = to;
    return <p>The form</p>;
  },
}));

let queries: QueryClient;
beforeEach(() => {
  chapters = [{ id: "a", title: "Sorting", count: CARDS_MAX - 10 }];
  fail = undefined;
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  calls.target = undefined;
});
afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
});

function open(): void {
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <ImportCardsPage code="CS246" chapterId="a" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
async function target(): Promise<ImportTarget> {
  open();
  await screen.findByText("The form");
  return calls.target as ImportTarget;
}
const back = () => screen.getByRole("button", { name: /Chapter 3|Back/ });

test("S6.import.5 the page names the chapter, and the form knows its cards and free places", async () => {
  const to = await target();
  expect(screen.getByRole("heading", { name: "Import cards" })).toBeDefined();
  expect(screen.getByText("Sorting")).toBeDefined();
  expect(document.title).toBe("Import cards · Note Ninja");
  expect(back().textContent).toBe("Chapter 3");
  expect(to.existingCards).toHaveLength(CARDS_MAX - 10);
  expect(to.max).toBe(CARDS_MAX - 10 + CARDS_IMPORT_MAX);
  expect(to.places).toEqual([{ id: "a", freeCards: 10 }]);
  expect(to.page).toContain("/a");
});

test("S6.import.5 cards that fit return to the chapter, and others to the course with its new chapters", async () => {
  const to = await target();
  expect(to.pageAfter?.(10)).toBe(to.page);
  expect(to.pageAfter?.(11)).not.toBe(to.page);
  expect(to.pageAfter?.(11)).toContain("CS246");
});

test("S6.import.5 a hint names the new chapters of cards that do not fit", async () => {
  const to = await target();
  expect(to.capacityHint?.(10)).toBeUndefined();
  expect(to.capacityHint?.(11)).toBe(
    `A chapter holds ${CARDS_MAX} cards, and this one has room for 10. The others go into 1 new chapter after the last one: ‘Sorting (2)’.`,
  );
  expect(to.capacityHint?.(10 + 2 * CARDS_MAX)).toContain(
    "2 new chapters after the last one: ‘Sorting (2)’ to ‘Sorting (3)’.",
  );
});

test("S6.import.5 the chapters of an earlier import are filled before new ones, and their cards are compared", async () => {
  chapters.push({ id: "b", title: "Sorting (2)", count: 5 }, { id: "c", title: "Heaps", count: 7 });
  const to = await target();
  expect(to.places).toEqual([
    { id: "a", freeCards: 10 },
    { id: "b", freeCards: CARDS_MAX - 5 },
  ]);
  expect(to.existingCards).toHaveLength(CARDS_MAX - 5);
  expect(to.capacityHint?.(10 + CARDS_MAX)).toContain(
    `this one and its continuations have room for ${CARDS_MAX + 5}. The others go into 1 new chapter after the last one: ‘Sorting (3)’.`,
  );
  to.onImported();
  expect(calls.show.mock.calls).toEqual([
    ["CS246", "a"],
    ["CS246", "b"],
  ]);
  expect(calls.refresh).toHaveBeenCalledExactlyOnceWith("CS246");
});

test("S6.import.5 a chapter with more cards than the current limit has no free places", async () => {
  chapters = [{ id: "a", title: "Sorting", count: CARDS_MAX + 3 }];
  expect((await target()).places).toEqual([{ id: "a", freeCards: 0 }]);
});

test("S6.import.5 the form keeps the cards that the page opened with", async () => {
  await target();
  chapters = [{ id: "a", title: "Sorting", count: CARDS_MAX }];
  await act(() => queries.invalidateQueries());
  expect((calls.target as ImportTarget).existingCards).toHaveLength(CARDS_MAX - 10);
});

test("a chapter that does not exist is reported as missing", async () => {
  fail = (id) => (id === "a" ? new ApiProblem({ code: "not_found", status: 404, detail: "Gone." }) : undefined);
  open();
  expect(await screen.findByText("CS246 missing")).toBeDefined();
});

test.each(["a", "all", "b"])("an error while %s is loaded is shown, and a retry opens the form", async (failing) => {
  chapters.push({ id: "b", title: "Sorting (2)", count: 5 });
  fail = (id) => (id === failing ? new ApiProblem({ code: "internal", status: 500, detail: "No." }) : undefined);
  open();
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  expect(back().textContent).toBe("Back");
  expect(await screen.findByText("Could not load this chapter")).toBeDefined();
  expect(screen.queryByText("The form")).toBeNull();
  expect(screen.queryByRole("status", { name: "Loading..." })).toBeNull();
  fail = undefined;
  fireEvent.click(screen.getByRole("button", { name: /Retry|Try again/i }));
  await waitFor(() => expect(screen.getByText("The form")).toBeDefined());
});

test("offline the page says that it waits for the connection", async () => {
  onlineManager.setOnline(false);
  open();
  expect(await screen.findByText("You're offline")).toBeDefined();
});
