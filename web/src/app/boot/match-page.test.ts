// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageIds, pages } from "@/lib/urls/pages";
import { matchPage } from "./match-page";

const NOTE = "01K0A1B2C3D4E5F6G7H8J9KMNP";

test.each([
  ["/", "dashboard"],
  ["/dashboard", "dashboard"],
  ["/my-notes/", "myNotes"],
  ["/guide/CS246/my-cards/new", "writeCard"],
  ["/guide/CS246/my-cards/k1", "personalCard"],
  ["/guide", undefined],
])("the URL %s opens the page %s", (path, name) => {
  expect(matchPage(path, true)?.name).toBe(name);
});

test("the first requests of a page contain the parameters of the URL", () => {
  expect(matchPage(`/note/${NOTE}`, true)?.requests).toEqual([
    `/api/notes/${NOTE}/reading`,
    `/api/me/highlights/${NOTE}`,
    "/api/me/start",
  ]);
});

test.each(["/guide/cs246/notes", "/note/n1", "/u/AMARA"])(
  "does not prefetch for a non-canonical parameter: %s",
  (path) => {
    expect(matchPage(path, true)).toMatchObject({ requests: [] });
  },
);

test("a visitor's page sends no requests for user data", () => {
  expect(matchPage("/deep-dive", false)?.requests).toEqual(["/api/shelves/deep-dive"]);
});

const firstPaint = readFileSync("public/first-paint.js", "utf8");

/** Runs the script at an address. Returns the frame that it selects. */
function frameAt(address: string, hint: string): string | undefined {
  localStorage.clear();
  localStorage.setItem(hint, "1");
  history.replaceState(null, "", address.replaceAll(/:\w+/g, "x"));
  new Function(firstPaint)();
  return document.documentElement.dataset.frame;
}

test.each(pageIds)("the layout before the first paint matches that of the page %s", (name) => {
  const { pattern, audience, layout } = pages[name];
  const isOutside = layout === "account";
  expect(frameAt(pattern, "nn:session")).toBe(isOutside ? "account" : "member");
  expect(frameAt(pattern, "nn:other")).toBe(isOutside || audience !== "visitor" ? "account" : "visitor");
});
