import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { personalCardCountsQuery } from "@/data/cards/personal-cards";
import { StudyHome } from "./study-home";

let followed = ["CS246", "MATH137", "STAT230"];
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/data/me/me", () => ({ useFollowedCourses: () => ({ codes: followed, isKnown: true }) }));
vi.mock("@/data/exams/exams", () => ({ readExams: async () => [] }));

const cards: Record<string, string[] | undefined> = {};
vi.mock("@/parts/review/review-cards", () => ({
  readCourseCards: async (_: unknown, code: string) => {
    const ids = cards[code];
    if (code === "OLD101") throw new ApiProblem({ code: "not_found", status: 404, detail: "Deleted." });
    if (!ids) throw new Error("offline");
    return ids.map((id) => ({ id }));
  },
}));
/** A core in which every card of the deck is new, or nothing is due if `isDone`. */
const core = {
  deck: "",
  setCourse: () => undefined,
  setDeck: (ids: string) => {
    core.deck = ids;
  },
  isDone: false,
  today: () => ({
    newLeft: core.isDone ? 0 : core.deck.split(" ").filter(Boolean).length,
    learningLeft: 0,
    reviewsLeft: 0,
  }),
  overview: () => ({ due: 0, dueMs: 0, streakDays: 2, day: 20_000, year: [0, 0, 0, 0, 0, 0, 0, 4, 1], courses: [] }),
  free: vi.fn(),
};
vi.mock("@/parts/review/load-scheduler", () => ({ loadScheduler: async () => ({ core }) }));
vi.mock("../memory-model/use-weekly-fit", () => ({ useWeeklyFit: () => undefined }));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  core.isDone = false;
  followed = ["CS246", "MATH137", "STAT230"];
});

function show(own: unknown = { items: [], cards: 0, pictureBytes: 0 }) {
  const onBegin = vi.fn();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryDefaults(personalCardCountsQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY });
  if (own) queries.setQueryData(personalCardCountsQuery.queryKey, own as never);
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <StudyHome exams={<p>The exams</p>} onBegin={onBegin} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return onBegin;
}

const row = (name: RegExp) => screen.findByRole("row", { name });
const cellsOf = async (name: RegExp) =>
  within(await row(name))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

test("S2.study.5 one click starts with all courses whose cards are available, and lists the others", async () => {
  Object.assign(cards, { CS246: ["a", "b"], MATH137: [], STAT230: undefined });
  const onBegin = show();
  expect(await screen.findByText("2 cards")).toBeDefined();
  expect(await cellsOf(/^CS 246/)).toEqual(["0", "2", "under a minute"]);
  expect(await cellsOf(/^MATH 137/)).toEqual(["No cards yet. Write one for MATH 137"]);
  expect(await cellsOf(/^STAT 230/)).toEqual(["Not on this device"]);
  expect(screen.getByText("Some cards could not be loaded and are not on this device yet.")).toBeDefined();
  expect(screen.getByText("5 answers on 2 of 7 days.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Study" }));
  expect(onBegin).toHaveBeenCalledWith(["CS246"]);
});

test("S2.study.5 a course that is not checked is not part of the session", async () => {
  Object.assign(cards, { CS246: ["a", "b"], MATH137: ["c"], STAT230: ["d"] });
  const onBegin = show();
  expect(await screen.findByText("4 cards")).toBeDefined();
  fireEvent.click(screen.getByRole("checkbox", { name: "CS 246" }));
  expect(screen.getAllByText("2 cards")).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Study" }));
  expect(onBegin).toHaveBeenCalledWith(["MATH137", "STAT230"]);
});

test("S2.study.5 courses without cards link to the card editor", async () => {
  Object.assign(cards, { CS246: [], MATH137: [], STAT230: [] });
  show();
  const link = await screen.findByRole("link", { name: "Write a card for CS 246" });
  expect(link.getAttribute("href")).toBe("/guide/CS246/my-cards/new");
  expect(screen.queryByRole("button", { name: "Study" })).toBeNull();
});

test("S2.study.5 without courses the page links to Browse", () => {
  followed = [];
  show();
  expect(screen.getByRole("link", { name: "Browse Courses" }).getAttribute("href")).toBe("/browse");
});

test("S2.study.5 shows an error with a retry button if the courses of personal cards cannot be loaded", async () => {
  followed = [];
  const load = vi.spyOn(personalCardCountsQuery, "queryFn" as never) as ReturnType<typeof vi.fn>;
  load.mockRejectedValue(unreachableProblem());
  show(null);
  expect(await screen.findByText("Could not load your courses")).toBeDefined();
  expect(screen.queryByText("Follow a course first")).toBeNull();
  load.mockResolvedValue({ items: [], cards: 0, pictureBytes: 0 });
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Follow a course first")).toBeDefined();
});

test("S2.study.5 shows a busy state until today's cards are counted", async () => {
  Object.assign(cards, { CS246: ["a"], MATH137: [], STAT230: [] });
  show();
  const form = screen.getByRole("form", { name: "Study today" });
  expect(form.getAttribute("aria-busy")).toBe("true");
  expect(await screen.findByText("1 card")).toBeDefined();
  expect(form.getAttribute("aria-busy")).toBe("false");
});

test("S2.study.5 does not offer a deleted course that the student still follows", async () => {
  followed = ["OLD101", "CS246"];
  Object.assign(cards, { CS246: ["a", "b"] });
  const onBegin = show();
  expect(await screen.findByText("2 cards")).toBeDefined();
  expect(screen.queryByText(/OLD 101/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Study" }));
  expect(onBegin).toHaveBeenCalledWith(["CS246"]);
});

test("S2.study.5 releases the WebAssembly memory even if counting fails", async () => {
  Object.assign(cards, { CS246: ["a"], MATH137: [], STAT230: [] });
  core.free.mockClear();
  vi.spyOn(core, "overview").mockImplementation(() => {
    throw new Error("The log is damaged.");
  });
  show();
  expect(await screen.findByText(/^Could not load what is due/)).toBeDefined();
  expect(core.free).toHaveBeenCalledOnce();
});

test("S2.study.5 estimates no time if no cards are due", async () => {
  Object.assign(cards, { CS246: ["a"], MATH137: [], STAT230: [] });
  core.isDone = true;
  show();
  expect(await screen.findByText("Nothing is due now. Come back tomorrow.")).toBeDefined();
  expect(screen.getAllByText("Takes about").map((element) => element.tagName)).toEqual(["TH"]);
  expect(await cellsOf(/^CS 246/)).toEqual(["0", "0", "–"]);
});
