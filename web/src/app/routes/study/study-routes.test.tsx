import { cleanup, render } from "@testing-library/react";
import { createMemoryRouter, type RouteObject, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/api/client-testing";
import { signInAs, signOutForTest } from "@/api/testing";
import { queryClient } from "@/data/query/query-client";
import { pages } from "@/lib/urls/pages";
import * as chapter from "./chapter";
import * as editCard from "./edit-card";
import * as exam from "./exam";
import * as importCards from "./import-cards";
import * as personalCards from "./personal-cards";

const mocks = vi.hoisted(() => {
  /** Page that shows its name and its props, without those that are not set. */
  const page = (name: string) => (props: object) => `${name} ${JSON.stringify(props)}`;
  return { page, prepareFormulas: vi.fn() };
});
vi.mock("@/api/client", () => import("@/api/client-testing"));
vi.mock("@/session/session", () => import("@/api/testing"));
vi.mock("@/core/wasm", () => ({
  loadRules: async () => ({
    parseCourseCode: (text: string) => (text === "cs 246" ? { code: "CS246", display: "CS 246" } : undefined),
  }),
}));
vi.mock("@/features/cards/text/rich-text", () => ({ prepareFormulas: mocks.prepareFormulas }));
vi.mock("@/features/cards/chapters/chapter-page", () => ({ ChapterPage: mocks.page("chapter") }));
vi.mock("@/features/exams/plan-page", () => ({ PlanPage: mocks.page("plan") }));
vi.mock("@/features/notes/notes-page", () => ({ MissingCourse: mocks.page("missing course") }));
vi.mock("@/features/admin/require-second-factor", () => ({ RequireSecondFactor: mocks.page("second factor") }));
vi.mock("@/features/cards/editor/edit-card-page", () => ({ EditCardPage: mocks.page("edit") }));
vi.mock("@/features/cards/import/import-page", () => ({ ImportCardsPage: mocks.page("import") }));
vi.mock("@/features/cards/import/import-personal-page", () => ({ ImportPersonalCardsPage: mocks.page("own import") }));
vi.mock("@/features/cards/personal/edit-personal-card-page", () => ({ EditPersonalCardPage: mocks.page("own card") }));
vi.mock("@/features/cards/personal/personal-card-courses-page", () => ({
  PersonalCardCoursesPage: mocks.page("own courses"),
}));
vi.mock("@/features/cards/personal/personal-cards-page", () => ({ PersonalCardsPage: mocks.page("own cards") }));
vi.mock("../not-found", () => ({ Component: mocks.page("not found") }));

const student = { uid: "u1", name: "Amara" };

beforeEach(() => {
  server.reset();
  server.answer = () => ({ cards: [{ title: "$a$", content: "$b$" }] });
  queryClient.clear();
  mocks.prepareFormulas.mockReset();
  signInAs(student);
});
afterEach(() => {
  cleanup();
  signOutForTest();
});

const Nothing = () => null;

/** Opens a URL and returns what the page shows. */
async function open(page: { pattern: string }, route: Pick<RouteObject, "Component" | "loader">, url: string) {
  const router = createMemoryRouter([{ path: page.pattern, HydrateFallback: Nothing, ...route }], {
    initialEntries: [url],
  });
  const { container } = render(<RouterProvider router={router} />);
  await vi.waitFor(() => expect(container.textContent).not.toBe(""));
  return { path: router.state.location.pathname, text: container.textContent };
}

test("S2.route.11 the page of a chapter gets its course and chapter from the URL, and prepares the formulas of its cards", async () => {
  const { text } = await open(pages.chapter, chapter, "/guide/CS246/chapter/c1");
  expect(text).toBe('chapter {"code":"CS246","display":"CS 246","chapterId":"c1"}');
  expect(server.requests).toEqual([["GET /api/courses/CS246/chapters/c1"]]);
  await vi.waitFor(() => expect(mocks.prepareFormulas.mock.calls).toEqual([[["$a$", "$b$"]]]));
});

test("S2.route.11 another spelling of the course leads to the canonical URL of the chapter", async () => {
  const { path, text } = await open(pages.chapter, chapter, "/guide/cs%20246/chapter/c1");
  expect(path).toBe("/guide/CS246/chapter/c1");
  expect(text).toBe('chapter {"code":"CS246","display":"CS 246","chapterId":"c1"}');
});

test("S2.route.11 the page of a chapter without a valid course shows what was typed, without a request", async () => {
  const { text } = await open(pages.chapter, chapter, "/guide/nothing/chapter/c1");
  expect(text).toBe('chapter {"display":"nothing","chapterId":"c1"}');
  expect(server.requests).toEqual([]);
});

test.each([
  ["/guide/CS246/exam", "/guide/CS246/exam", 'plan {"code":"CS246"}'],
  ["/guide/cs%20246/exam", "/guide/CS246/exam", 'plan {"code":"CS246"}'],
  ["/guide/nothing/exam", "/guide/nothing/exam", 'missing course {"display":"nothing"}'],
])("the exam plan at %s is shown at %s", async (url, path, text) => {
  expect(await open(pages.exam, exam, url)).toEqual({ path, text });
});

const importUrl = "/study-guide/CS246/chapter/c1/import-cards";
const editUrl = "/study-guide/CS246/chapter/c1/edit-card/d1";

test.each([
  ["import", pages.importCards, importCards, importUrl, 'import {"code":"CS246","chapterId":"c1"}'],
  ["edit", pages.editCard, editCard, editUrl, 'edit {"code":"CS246","chapterId":"c1","cardId":"d1"}'],
] as const)(
  "S2.route.23 only administrators with their second factor can %s cards",
  async (_, page, route, url, text) => {
    expect((await open(page, route, url)).text).toBe("not found {}");
    cleanup();
    signInAs({ ...student, needsSecondFactor: true } as never);
    expect((await open(page, route, url)).text).toMatch(/^second factor /);
    cleanup();
    signInAs(student, true);
    expect((await open(page, route, url)).text).toBe(text);
  },
);

test("students import into their own cards, for a chapter if the URL names one", async () => {
  const show = async (url: string) => (await open(pages.importPersonalCards, importCards, url)).text;
  expect(await show("/guide/CS246/my-cards/import")).toBe('own import {"code":"CS246","chapterId":""}');
  cleanup();
  const expected = 'own import {"code":"CS246","chapterId":"c1"}';
  expect(await show("/guide/CS246/my-cards/import?chapter=c1")).toBe(expected);
});

test.each([
  [pages.myCards, "/my-notes/cards", "own courses {}"],
  [pages.personalCards, "/guide/CS246/my-cards", 'own cards {"code":"CS246"}'],
  [pages.writeCard, "/guide/CS246/my-cards/new?chapter=c1", 'own card {"code":"CS246","chapterId":"c1"}'],
  [pages.personalCard, "/guide/CS246/my-cards/d1", 'own card {"code":"CS246","cardId":"d1"}'],
])("the page of own cards depends on the URL (%#)", async (page, url, text) => {
  expect((await open(page, personalCards, url)).text).toBe(text);
});
