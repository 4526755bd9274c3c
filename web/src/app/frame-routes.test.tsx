import { generatePath, matchRoutes } from "react-router";
import { expect, test, vi } from "vitest";
import { patterns } from "@/lib/addresses/paths";
import { frameRoutes } from "./frame-routes";

vi.mock("@/session/session", () => import("@/api/testing"));

/** Account pages have no frame. */
const frameless = new Set<string>([patterns.signIn, patterns.register, patterns.forgot, patterns.studentInfo]);
const framed = Object.values(patterns).filter((pattern) => !frameless.has(pattern));

/** Sample values for the parameters of the patterns. */
const words = {
  guideId: "CS246",
  chapterId: "c1",
  cardId: "k1",
  noteId: "n1",
  id: "n1",
  username: "amara",
  playlistId: "p1",
};

test.each(framed)("the address %s has a page of its own", (pattern) => {
  const found = matchRoutes(frameRoutes, generatePath(pattern, words))?.at(-1)?.route;
  // The console's first page is the index route of its parent.
  expect(found?.index ? patterns.admin : found?.path).toBe(pattern);
  expect(found?.element).toBeDefined();
});

test("any other address has the page that says so", () => {
  expect(matchRoutes(frameRoutes, "/admin/nothing")?.at(-1)?.route.path).toBe("*");
});
