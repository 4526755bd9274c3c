import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { signInAs, signOutForTest } from "@/api/testing";
import { ChapterPage } from "./chapter-page";

const chapterOf = vi.hoisted(() => vi.fn());
let own: { chapterId: string }[] = [];
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/cards/chapters", () => ({
  chapterQuery: (code: string, id: string) => ({
    queryKey: ["chapter", code, id],
    queryFn: () => chapterOf(code, id),
    networkMode: "always",
    retry: false,
  }),
}));
vi.mock("@/data/cards/personal-cards", () => ({ usePersonalCards: () => ({ cards: own }) }));
vi.mock("../personal/personal-card-list", () => ({ PersonalCardList: () => <p>Personal cards</p> }));
vi.mock("../deck/card-list", () => ({ default: () => <p>List to arrange</p> }));
vi.mock("../export/import-export-menu", () => ({
  ImportExportMenu: ({ name }: { name: string }) => <p>Export as {name}</p>,
}));
vi.mock("../deck/card-carousel", () => ({
  CarouselProgress: ({ seen, total }: { seen: number; total: number }) => <p>{`${seen} of ${total}`}</p>,
  CardCarousel: (props: { cards: { id: string }[]; flipped: ReadonlySet<string>; onFlip: (id: string) => void }) =>
    props.cards.map(({ id }) => (
      <button key={id} type="button" aria-pressed={props.flipped.has(id)} onClick={() => props.onFlip(id)}>
        {`Card ${id}`}
      </button>
    )),
}));

beforeEach(() => {
  signOutForTest();
  own = [];
  chapterOf.mockReset();
});
afterEach(cleanup);

const deck = (ids: readonly string[], more: object = {}) => ({
  chapter: { id: "c1", course: "CS246", number: 3, title: "Trees & Heaps", description: "About trees.", ...more },
  cards: ids.map((id) => ({ id })),
});
function show(code: string | undefined = "CS246") {
  const page = <ChapterPage code={code} display="CS 246" chapterId="c1" />;
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: ["/here"] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
async function open(ids: readonly string[], isAdmin = false) {
  if (isAdmin) signInAs({ uid: "u1", name: "Ada" }, true);
  chapterOf.mockResolvedValue(deck(ids));
  show();
  await screen.findByRole("heading", { name: "Trees & Heaps" });
}
const controls = () =>
  [...screen.queryAllByRole("button"), ...screen.queryAllByRole("link")].map((each) => each.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const flipped = () => screen.getAllByRole("button", { name: /^Card/ }).map((card) => card.getAttribute("aria-pressed"));

test("S2.card.1 a chapter shows its number, title, description and cards, and can be studied", async () => {
  await open(["a", "b"]);
  expect(document.title).toMatch(/^Trees & Heaps/);
  for (const text of ["Chapter 3", "About trees.", "0 of 2", "Personal cards"])
    expect(screen.getByText(text)).toBeDefined();
  expect(controls()).toEqual(expect.arrayContaining(["Flip all", "Practice test", "Study", "Card a", "Card b"]));
  expect(screen.getByRole("link", { name: "Practice test" }).getAttribute("href")).toBe(
    "/study/practice?course=CS246&chapter=c1",
  );
  for (const absent of ["Edit cards", "Add Study Card"]) expect(controls()).not.toContain(absent);
  expect(screen.queryByText(/^Export/)).toBeNull();
});

test("S2.card.1 a flipped card counts as seen, even after it is turned back", async () => {
  await open(["a", "b"]);
  press("Card a");
  expect([flipped(), screen.getByText("1 of 2")]).toEqual([["true", "false"], expect.anything()]);
  press("Card a");
  expect([flipped(), screen.getByText("1 of 2")]).toEqual([["false", "false"], expect.anything()]);
});

test("'Flip all' turns every card, and then back", async () => {
  await open(["a", "b"]);
  const all = screen.getByRole("button", { name: "Flip all" });
  press("Card a");
  expect(all.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(all);
  expect([all.getAttribute("aria-pressed"), flipped()]).toEqual(["true", ["true", "true"]]);
  expect(screen.getByText("2 of 2")).toBeDefined();
  fireEvent.click(all);
  expect([all.getAttribute("aria-pressed"), flipped()]).toEqual(["false", ["false", "false"]]);
});

test("S2.card.3 an empty chapter shows a message, and offers students no action", async () => {
  await open([]);
  expect(screen.getByText("No Study Cards Yet")).toBeDefined();
  expect(screen.getByText("Check back soon.")).toBeDefined();
  expect(controls()).toEqual(["CS 246"]);
});

test("S2.card.3 an empty chapter offers administrators to add and import cards", async () => {
  await open([], true);
  expect(screen.getByText("Write a question on the front and its answer on the back.")).toBeDefined();
  expect(controls()).toEqual(["CS 246", "Add First Study Card", "Import cards"]);
});

test.each([[false], [true]])(
  "an empty chapter with personal cards can be studied, but has no cards to flip (%s)",
  async (isAdmin) => {
    own = [{ chapterId: "c1" }];
    await open([], isAdmin);
    expect(controls()).toContain("Study");
    for (const absent of ["Flip all", "Edit cards", "Add Study Card"]) expect(controls()).not.toContain(absent);
  },
);

test("personal cards of another chapter are not counted", async () => {
  own = [{ chapterId: "c2" }];
  await open([]);
  expect(controls()).toEqual(["CS 246"]);
});

test("an administrator can add, export and reorder cards", async () => {
  await open(["a"], true);
  expect(controls()).toEqual(expect.arrayContaining(["Edit cards", "Flip all", "Add Study Card", "Study"]));
  expect(screen.getByText("Export as CS246 3 Trees Heaps")).toBeDefined();
  press("Edit cards");
  expect(await screen.findByText("List to arrange")).toBeDefined();
  for (const absent of ["Flip all", "Study", "Practice test", "Card a"]) expect(controls()).not.toContain(absent);
  expect(screen.queryByText("Personal cards")).toBeNull();
  press("Done");
  expect(controls()).toContain("Card a");
});

test("S2.card.4 an unknown chapter, or a chapter of an invalid course, shows 'not found'", async () => {
  chapterOf.mockRejectedValue(new ApiProblem({ code: "not_found", status: 404, detail: "No." }));
  show();
  expect(await screen.findByText("Chapter Not Found")).toBeDefined();
  expect(screen.getByRole("link", { name: "Return to Study Guide" }).getAttribute("href")).toBe("/guide/CS246/notes");
  cleanup();
  chapterOf.mockClear();
  const page = <ChapterPage code={undefined} display="nonsense" chapterId="c1" />;
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element: page }])} />);
  expect(screen.getByText("Chapter Not Found")).toBeDefined();
  expect(chapterOf).not.toHaveBeenCalled();
});

test("S6.adm.22 the chapter of a merged course redirects to its new URL", async () => {
  chapterOf.mockImplementation(async () => deck(["a"], { course: "CS136" }));
  const router = show();
  await waitFor(() => expect(router.state.location.pathname).toMatch(/CS136.*c1/));
});

test("S2.route.11 a chapter that fails to load shows an error, and a retry loads it", async () => {
  chapterOf.mockRejectedValueOnce(unreachableProblem());
  chapterOf.mockResolvedValue(deck(["a"]));
  show();
  expect(screen.getByRole("status", { name: "Loading..." })).toBeDefined();
  fireEvent.click(await screen.findByRole("button", { name: /retry|try again/i }));
  expect(await screen.findByRole("heading", { name: "Trees & Heaps" })).toBeDefined();
});
