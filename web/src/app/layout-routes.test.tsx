import { generatePath, matchRoutes } from "react-router";
import { expect, test, vi } from "vitest";
import { type PageId, pageIds, pages } from "@/lib/urls/pages";
import { Guard } from "./guard";
import { layoutRoutes, routesOf } from "./layout-routes";

vi.mock("@/session/session", () => import("@/api/testing"));

/** Sample values for the parameters of the addresses. */
const words = {
  guideId: "CS246",
  chapterId: "c1",
  cardId: "k1",
  audioId: "a1",
  noteId: "n1",
  id: "n1",
  username: "amara",
  playlistId: "p1",
};

const framed = pageIds.filter((name) => pages[name].layout !== "account");
const found = (name: PageId) => matchRoutes(layoutRoutes, generatePath(pages[name].pattern, words)) ?? [];

test.each(framed)("the page %s has its own route, guarded unless it is public", (name) => {
  const last = found(name).at(-1)?.route;
  expect(last?.path).toBe(pages[name].pattern);
  expect(last?.element).toBeDefined();
  const isGuarded = found(name).some(({ route }) => route.Component === Guard);
  expect(isGuarded).toBe(pages[name].audience !== "visitor");
});

test("account pages have routes outside the layout", () => {
  expect(routesOf("account", true).map(({ path }) => path)).toEqual([
    "/signin",
    "/register",
    "/forgot",
    "/student-info",
  ]);
});

test("an alias redirects to its page", () => {
  const element = matchRoutes(layoutRoutes, "/dashboard")?.at(-1)?.route.element;
  expect(element).toMatchObject({ props: { to: "/", replace: true } });
});

test("shows the not-found page for an unknown path", () => {
  expect(matchRoutes(layoutRoutes, "/admin/nothing")?.at(-1)?.route.path).toBe("*");
});
