import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unreachableProblem } from "@/api/problem";
import { CARD_CONTENT_MAX_CHARS } from "@/core/limits";
import { EditPersonalCardPage } from "./edit-personal-card-page";
import MakeCardDialog from "./make-card-dialog";
import { PersonalCardCoursesPage } from "./personal-card-courses-page";
import { PersonalCardList } from "./personal-card-list";
import { PersonalCardsPage } from "./personal-cards-page";

const fakes = vi.hoisted(() => ({
  cards: {} as object,
  choice: {} as object,
  courses: vi.fn(),
  editor: vi.fn(),
  isOnline: true,
}));
vi.mock("@/data/cards/personal-cards", () => ({
  usePersonalCards: () => fakes.cards,
  personalCardCountsQuery: { queryKey: ["own"], queryFn: () => fakes.courses() },
}));
vi.mock("./chapter-choice", () => ({ useChapterOptions: () => fakes.choice }));
vi.mock("./personal-card-repository", () => ({
  NO_PICTURE_OFFLINE: "No pictures offline.",
  personalCardRepository: (_queries: object, code: string) => `writer of ${code}`,
}));
vi.mock("@/lib/browser/online", () => ({ useOnline: () => fakes.isOnline }));
vi.mock("../editor/card-editor", () => ({
  CardEditor: (props: { onDone: (chapter: string) => void; onCancel: () => void }) => {
    fakes.editor(props);
    return (
      <>
        <textarea aria-label="Front" />
        <button type="button" onClick={() => props.onDone("k2")}>
          Save
        </button>
        <button type="button" onClick={props.onCancel}>
          Cancel
        </button>
      </>
    );
  },
}));
vi.mock("./personal-card-carousel", () => ({
  PersonalCardCarousel: ({ label, cards }: { label: string; cards: { id: string }[] }) => (
    <p>
      {label}: {cards.map(({ id }) => id).join()}
    </p>
  ),
}));
vi.mock("../export/import-export-menu", () => ({
  ImportExportMenu: ({ importHref, name }: { importHref: string; name: string }) => (
    <p>
      {name} {importHref}
    </p>
  ),
}));

const card = (id: string, chapterId?: string) => ({ id, chapterId, title: id });
const known = (...cards: object[]) => ({ cards, error: undefined, isPending: false, refetch });
const refetch = vi.fn();
const choice = [
  { value: "k1", label: "Trees" },
  { value: "k2", label: "Heaps" },
  { value: "", label: "No chapter" },
];

beforeEach(() => {
  for (const each of [refetch, fakes.editor, fakes.courses]) each.mockReset();
  fakes.cards = known();
  fakes.choice = { choice, isReady: true };
  fakes.isOnline = true;
});
afterEach(cleanup);

function show(element: ReactNode) {
  const routes = [
    { path: "/here", element },
    { path: "*", element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/here"] });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const edited = () => fakes.editor.mock.lastCall?.[0];
const isLoading = () => screen.queryByRole("status", { name: "Loading..." }) !== null;
const failing = { cards: [], error: unreachableProblem(), isPending: false, refetch };

test("personal cards are grouped by chapter, and those of unknown chapters come last", () => {
  fakes.cards = known(card("c1", "k2"), card("c2", "gone"), card("c3"), card("c4", "k2"));
  show(<PersonalCardsPage code="CS246" />);
  expect(screen.getAllByRole("region").map((region) => region.textContent)).toEqual([
    "Heaps2Heaps: c1,c4",
    "No chapter2No chapter: c2,c3",
  ]);
  expect([hrefOf("Study"), hrefOf("Write a card")]).toEqual(["/study?course=CS246", "/guide/CS246/my-cards/new"]);
  expect(screen.getByText("My cards CS246 /guide/CS246/my-cards/import")).toBeDefined();
  expect(document.title).toContain("My cards for CS 246");
});

test("without personal cards the page says how to get some", () => {
  show(<PersonalCardsPage code="CS246" />);
  expect(screen.getByText("No cards of your own yet")).toBeDefined();
  expect(hrefOf("Import cards")).toBe("/guide/CS246/my-cards/import");
  expect(screen.queryByRole("link", { name: "Study" })).toBeNull();
});

test.each([
  ["cards", { ...known(), isPending: true }, { choice, isReady: true }],
  ["chapters", known(card("c1")), { choice: [], isReady: false }],
])("the page loads until its %s are known", (_, cards, chapters) => {
  Object.assign(fakes, { cards, choice: chapters });
  show(<PersonalCardsPage code="CS246" />);
  expect(isLoading()).toBe(true);
});

test("personal cards that could not be loaded can be retried, on both pages", async () => {
  fakes.cards = failing;
  show(<PersonalCardsPage code="CS246" />);
  expect(screen.getByText("Could not load your cards")).toBeDefined();
  await press("Retry");
  cleanup();
  show(<PersonalCardList code="CS246" chapterId="k1" />);
  expect(screen.getByText("Could not load your own cards.")).toBeDefined();
  await press("Retry");
  expect(refetch).toHaveBeenCalledTimes(2);
});

test("a chapter lists its own personal cards only", () => {
  fakes.cards = { ...failing, cards: [card("c1", "k1"), card("c2", "k2"), card("c3", "k1")] };
  show(<PersonalCardList code="CS246" chapterId="k1" />);
  expect(screen.getByText("My cards: c1,c3")).toBeDefined();
  expect(document.querySelector(".count")?.textContent).toBe("2");
  expect([hrefOf("Write a card"), hrefOf("Import")]).toEqual([
    "/guide/CS246/my-cards/new?chapter=k1",
    "/guide/CS246/my-cards/import?chapter=k1",
  ]);
  cleanup();
  fakes.cards = known(card("c2", "k2"));
  show(<PersonalCardList code="CS246" chapterId="k1" />);
  expect(screen.getByText(/^Cards that you write yourself/)).toBeDefined();
  expect(document.querySelector(".count")).toBeNull();
  cleanup();
  fakes.cards = { ...known(), isPending: true };
  show(<PersonalCardList code="CS246" chapterId="k1" />);
  expect(screen.queryByText(/^Cards that you write yourself/)).toBeNull();
  expect(screen.getByRole("region").getAttribute("aria-busy")).toBe("true");
});

test("the courses with personal cards are listed with their numbers and the room left", async () => {
  const items = [
    { course: "CS246", cards: 1 },
    { course: "CS136", cards: 3 },
  ];
  fakes.courses.mockResolvedValue({ items, cards: 1004, pictureBytes: 2048 });
  show(<PersonalCardCoursesPage />);
  expect(isLoading()).toBe(true);
  expect(await screen.findByRole("link", { name: /CS 246\s*1 card$/ })).toBeDefined();
  expect(hrefOf("CS 1363 cards")).toBe("/guide/CS136/my-cards");
  expect(screen.getByText(/^1,004 of [\d,]+ cards, pictures 2 KB of .*Only you can see them\.$/)).toBeDefined();
  expect(hrefOf("Study")).toBe("/study");
});

test("without courses with personal cards the page leads to the courses, and a failure can be retried", async () => {
  fakes.courses.mockRejectedValueOnce(unreachableProblem());
  show(<PersonalCardCoursesPage />);
  expect(await screen.findByText("Your cards could not be loaded")).toBeDefined();
  fakes.courses.mockResolvedValue({ items: [], cards: 0, pictureBytes: 0 });
  await press("Retry");
  expect(await screen.findByText("No cards of your own yet")).toBeDefined();
  expect(hrefOf("Browse courses")).toBe("/browse");
  expect(screen.queryByRole("link", { name: "Study" })).toBeNull();
  expect(screen.queryByText(/cards, pictures/)).toBeNull();
});

const edit = (cardId?: string, chapterId?: string) =>
  show(<EditPersonalCardPage code="CS246" cardId={cardId} chapterId={chapterId} />);

test("a new personal card begins in the chapter it was started from, and leads back there", async () => {
  const router = edit(undefined, "k1");
  expect(screen.getByRole("heading", { name: "Write a card" })).toBeDefined();
  expect(screen.getByText("For CS 246. Only you can see it.")).toBeDefined();
  expect(edited()).toMatchObject({
    place: "own:CS246:new:k1",
    card: undefined,
    begin: { chapter: "k1" },
    writer: "writer of CS246",
    chapters: choice,
    noPicture: undefined,
  });
  await press("Save");
  expect(router.state.location.pathname).toBe("/guide/CS246/chapter/k1");
  cleanup();
  const other = edit(undefined, "gone");
  expect(edited().begin).toEqual({ chapter: "" });
  await press("Cancel");
  expect(other.state.location.pathname).toBe("/guide/CS246/my-cards");
});

test("a personal card is edited in its chapter, without pictures while offline", async () => {
  fakes.isOnline = false;
  fakes.cards = known(card("c1", "k2"), card("c2", "gone"));
  const router = edit("c1", "k1");
  expect(screen.getByRole("heading", { name: "Edit your card" })).toBeDefined();
  expect(edited()).toMatchObject({
    place: "own:CS246:c1",
    card: { id: "c1", chapterId: "k2" },
    noPicture: "No pictures offline.",
  });
  await press("Save");
  expect(router.state.location.pathname).toBe("/guide/CS246/chapter/k2");
  cleanup();
  edit("c2");
  expect(edited().card).toEqual({ id: "c2", title: "c2", chapterId: undefined });
});

test("a personal card that loads, failed to load or is gone says so", async () => {
  fakes.cards = { ...known(), isPending: true };
  edit("c1");
  expect(isLoading()).toBe(true);
  cleanup();
  fakes.cards = failing;
  edit("c1");
  expect(screen.getByText("Could not load your card")).toBeDefined();
  await press("Retry");
  expect(refetch).toHaveBeenCalledOnce();
  cleanup();
  fakes.cards = known();
  edit("c1");
  expect(screen.getByText("This card is gone")).toBeDefined();
  expect(hrefOf("My cards")).toBe("/guide/CS246/my-cards");
  expect(fakes.editor).not.toHaveBeenCalled();
});

const onClose = vi.fn();
const focusWords = vi.fn();
const make = (quote: string) => {
  onClose.mockReset();
  const source = { noteId: "n1", page: 7, quote };
  show(<MakeCardDialog code="CS246" quote={quote} source={source} onClose={onClose} focusSelection={focusWords} />);
};

test("selected words become the back of a card, and the next card begins in the same chapter", async () => {
  make("a *b* [c] \\d $e$");
  expect(screen.getByRole("dialog", { name: "Make a card" }).textContent).toContain("For CS 246. Only you can see it.");
  expect(edited()).toMatchObject({
    place: "own:CS246:of:n1:a *b* [c] \\d $e$",
    begin: { content: "a \\*b\\* \\[c\\] \\\\d \\$e\\$", chapter: "" },
  });
  expect(document.activeElement).toBe(screen.getByLabelText("Front"));
  await press("Save");
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();
  make("word ".repeat(CARD_CONTENT_MAX_CHARS));
  expect(edited().begin.chapter).toBe("k2");
  expect(edited().begin.content).toHaveLength(CARD_CONTENT_MAX_CHARS);
  expect(edited().place).toHaveLength("own:CS246:of:n1:".length + 60);
  await press("Cancel");
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();
  fakes.choice = { choice: choice.slice(0, 1), isReady: true };
  make("word");
  expect(edited().begin.chapter).toBe("");
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledOnce();
});

test("the form of a card appears once the chapters are known", () => {
  fakes.choice = { choice: [], isReady: false };
  make("word");
  expect(fakes.editor).not.toHaveBeenCalled();
});
