import { describe, expect, it } from "vitest";
import { matchedRanges, nameMatches } from "./matching";

describe("search for pages and actions", () => {
  it.each<[string, string, string, [number, number][] | undefined]>([
    ["my", "My Notes", "", [[0, 2]]],
    ["NOTES", "My Notes", "", [[3, 8]]],
    [
      "no my",
      "My Notes",
      "",
      [
        [3, 5],
        [0, 2],
      ],
    ],
    ["otes", "My Notes", "", undefined],
    ["saved", "My Notes", "saved bookmarks", []],
    ["sav notes", "My Notes", "saved bookmarks", [[3, 8]]],
    ["naïve", "Naive page", "", [[0, 5]]],
    ["nai\u0308ve", "Naive page", "", [[0, 5]]],
    ["dis", "Browse & Discover", "", [[9, 12]]],
    ["   ", "My Notes", "", undefined],
    ["&", "Browse & Discover", "", undefined],
  ])("'%s' matches '%s' (%s)", (typed, name, also, expected) => {
    expect(matchedRanges(typed, name, also)).toEqual(expected);
  });

  it("recognises a complete name in any case and spelling", () => {
    expect(nameMatches("browse  and", "Browse & Discover")).toBe(false);
    expect(nameMatches(" browse discover", "Browse & Discover")).toBe(true);
  });
});
