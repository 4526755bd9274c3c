import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { startWasmModule } from "@/core/testing";
import { readCourseCards } from "./review-cards";
import { storedCardId } from "./stored-card-id";

const course = vi.hoisted(() => ({
  chapters: async (): Promise<unknown[]> => [],
  decks: {} as Record<string, unknown>,
  own: [] as unknown[],
  asked: [] as string[],
}));

vi.mock("@/data/cards/chapters", () => ({
  chaptersQuery: (code: string) => ({ queryKey: ["chapters", code], queryFn: course.chapters, retry: false }),
  chapterQuery: (code: string, id: string) => ({
    queryKey: ["chapter", code, id],
    queryFn: async () => {
      course.asked.push(id);
      return course.decks[id] ?? gone();
    },
    retry: false,
  }),
}));
vi.mock("@/core/gaps", async (original) => {
  const gaps = startWasmModule("gaps_core");
  return { ...(await original<object>()), loadGaps: () => gaps };
});
vi.mock("@/data/cards/personal-cards", () => ({ readPersonalCards: async () => course.own }));

const gone = () =>
  Promise.reject(new ApiProblem({ code: "not_found", status: 404, detail: "There is no such course." }));
const card = (id: string, chapterId?: string) => ({ id, title: id, content: "", ...(chapterId && { chapterId }) });
const cards = async (chapter?: string) =>
  (await readCourseCards(new QueryClient(), "CS246", chapter)).map(
    ({ id, chapter, isPersonal }) => `${id} of ${chapter}${isPersonal ? ", own" : ""}`,
  );

beforeEach(() => {
  course.chapters = async () => [
    { id: "one", title: "Sets", cardCount: 2 },
    { id: "two", title: "Maps", cardCount: 0 },
  ];
  course.decks = { one: { chapter: { title: "Sets and more" }, cards: [card("a"), card("b")] } };
  course.own = [];
  course.asked = [];
});

test("personal cards follow those of their chapter, and those without a chapter come last", async () => {
  course.own = [card("loose"), card("mine", "one"), card("of a chapter that is gone", "nine"), card("first", "two")];
  expect(await cards()).toEqual([
    "a of Sets and more",
    "b of Sets and more",
    "mine of Sets and more, own",
    "first of Maps, own",
    "loose of No chapter, own",
    "of a chapter that is gone of No chapter, own",
  ]);
  // Chapters without cards are not requested.
  expect(course.asked).toEqual(["one"]);
});

test("the cards of a single chapter do not include those of other chapters", async () => {
  course.own = [card("loose"), card("mine", "one"), card("first", "two")];
  expect(await cards("one")).toEqual(["a of Sets and more", "b of Sets and more", "mine of Sets and more, own"]);
  expect(await cards("two")).toEqual(["first of Maps, own"]);
});

test("skips a chapter that was deleted after the chapters were listed", async () => {
  course.decks = {};
  course.own = [card("loose")];
  expect(await cards()).toEqual(["loose of No chapter, own"]);
});

test("the student's personal cards stay available when their course is deleted", async () => {
  course.chapters = gone;
  course.own = [card("mine", "one")];
  expect(await cards()).toEqual(["mine of No chapter, own"]);
});

test("a deleted course without personal cards of the student is reported as missing", async () => {
  course.chapters = gone;
  await expect(cards()).rejects.toThrow("There is no such course.");
});

test("a course that cannot be loaded is not treated as missing", async () => {
  course.chapters = () => Promise.reject(unreachableProblem());
  course.own = [card("mine", "one")];
  await expect(cards()).rejects.toThrow("Could not reach");
});

test("S4.gap.1 a card with gaps gives one card for each number, whose id depends only on card and number", async () => {
  const id = "01JD8Z5V7R8XQ4N2T6W0YB3C9E";
  const write = async (title: string) => {
    course.own = [{ ...card(id), title, content: "Since 1857" }, card("plain")];
    return (await readCourseCards(new QueryClient(), "CS246")).filter(({ isPersonal }) => isPersonal);
  };
  const before = await write("{{c1::Ottawa::city}} is the {{c2::capital}} of {{c1::Canada}}");
  expect(before.map(({ title, content, gap }) => [title, content, gap?.answer, gap?.extra])).toEqual([
    ["⸨city⸩ is the capital of ⸨⸩", "Ottawa, Canada", "⸢Ottawa⸣ is the capital of ⸢Canada⸣", "Since 1857"],
    ["Ottawa is the ⸨⸩ of Canada", "capital", "Ottawa is the ⸢capital⸣ of Canada", "Since 1857"],
    ["plain", "", undefined, undefined],
  ]);
  expect(before.map(storedCardId)).toEqual([id, id, "plain"]);
  expect(new Set(before.map((each) => each.id)).size).toBe(3);
  // The first gap was deleted, and the text of the other one changed.
  const after = await write("Ottawa is the {{c2::seat}} of Canada");
  expect(after.map((each) => each.id)).toEqual([before[1]?.id, "plain"]);
});

test("S3.gap.1 a front with invalid gaps is one ordinary card", async () => {
  course.own = [{ ...card("mine"), title: "{{c1::open" }];
  const [mine] = (await readCourseCards(new QueryClient(), "CS246")).slice(-1);
  expect([mine?.id, mine?.title, mine?.gap]).toEqual(["mine", "{{c1::open", undefined]);
});
