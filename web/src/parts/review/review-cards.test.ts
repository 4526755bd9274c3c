import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem, unreachableProblem } from "@/api/problem";
import { readCourseCards } from "./review-cards";

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
