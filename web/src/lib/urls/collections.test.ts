import { expect, test } from "vitest";
import { titlesText } from "../text/titles";
import { albumFromPath, albumIds, albums } from "./albums";
import { collectionTitle, contentHref } from "./collections";

test.each([
  ["CS246", "CS 246"],
  ["deep-dive", "Deep Dive"],
  ["quick-recap", "Quick Recap"],
  ["chill-review", "Chill Review"],
  ["radio", "Note Ninja Radio"],
  ["cram", "Cram Mode"],
  ["examReview", "Exam Review"],
  ["nightOwl", "Night Owl"],
])("S6.adm.5 the place %s is shown as %s", (place, title) => {
  expect(collectionTitle(place)).toBe(title);
});

test.each([
  ["note", "CS246", "/download/x1"],
  ["albumNote", "cram", "/download/x1"],
  ["audio", "deep-dive", "/deep-dive#x1"],
  ["audio", "quick-recap", "/quick-recap#x1"],
  ["audio", "chill-review", "/chill-review#x1"],
  ["audio", "radio", "/audio-notes#x1"],
  ["audio", "unknown", "/audio-notes#x1"],
])("S6.adm.5 an item of the kind %s in %s is at %s", (kind, place, href) => {
  expect(contentHref({ kind, id: "x1", place })).toBe(href);
});

test("each album is found by its path, and any other path is that of Cram Mode", () => {
  for (const id of albumIds) {
    expect(albumFromPath(albums[id].href)).toBe(id);
    expect(albumFromPath(`${albums[id].href}//`)).toBe(id);
    expect(collectionTitle(id)).toBe(albums[id].title);
  }
  expect(albumFromPath("/elsewhere")).toBe("cram");
});

test.each([
  [["Sets"], "“Sets”"],
  [["Sets", "Maps"], "“Sets” and “Maps”"],
  [["Sets", "Maps", "Trees"], "“Sets”, “Maps” and “Trees”"],
  [["Sets", "Maps", "Trees", "Heaps"], "“Sets”, “Maps”, “Trees” and 1 more"],
  [["Sets", "Maps", "Trees", "Heaps", "Lists"], "“Sets”, “Maps”, “Trees” and 2 more"],
])("S6.adm.8 the titles %j are named as %s", (titles, text) => {
  expect(titlesText(titles)).toBe(text);
});
