// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { returnPathFrom, safeReturnPath } from "./return-path";

describe("S2.route.19 H29 return URL after sign-in", () => {
  test.each([
    ["/browse", "/browse"],
    ["/guide/CS246/notes?chapter=3#top", "/guide/CS246/notes?chapter=3#top"],
    ["/", "/"],
    ["/u/amara", "/u/amara"],
    ["/student-info", "/student-info"],
  ])("accepts %s", (candidate, expected) => expect(safeReturnPath(candidate)).toBe(expected));

  test.each([
    "https://evil.test/browse",
    "//evil.test/browse",
    "/\\evil.test/browse",
    "/\t/evil.test/browse",
    "javascript:alert(1)",
    "/not-a-page",
    "/signin",
    "/register",
    "/forgot",
    "browse",
    "",
    42,
    null,
    { from: "/browse" },
  ])("rejects %s", (candidate) => expect(safeReturnPath(candidate)).toBeUndefined());

  test.each([
    [{ from: "/my-notes" }, "/my-notes"],
    [{ from: "//evil.test" }, "/"],
    [{}, "/"],
    [null, "/"],
    ["/my-notes", "/"],
  ])("the state %j redirects to %s", (state, expected) => expect(returnPathFrom(state)).toBe(expected));
});
