import { describe, expect, it } from "vitest";
import { chapterIn, chaptersOf } from "./chapters";

describe("S7.rd.11 the chapter of an address", () => {
  it("is a whole number from 1 to 999", () => {
    expect(chapterIn(new URLSearchParams("chapter=2"))).toBe(2);
    expect(chapterIn(new URLSearchParams("chapter=999"))).toBe(999);
  });
  it("is none when the address names none, or nonsense", () => {
    for (const search of ["", "chapter=", "chapter=0", "chapter=1000", "chapter=-1", "chapter=1.5", "chapter=two"]) {
      expect(chapterIn(new URLSearchParams(search)), search).toBeUndefined();
    }
  });
});

describe("S7.rd.11 the chapters to choose from", () => {
  const notes = [{ chapter: 10 }, { chapter: 2 }, { chapter: 10 }];
  it("are each there once, in the order of their numbers", () => {
    expect(chaptersOf(notes, undefined)).toEqual([2, 10]);
  });
  it("hold the chosen one even when none of the loaded notes is in it", () => {
    expect(chaptersOf(notes, 3)).toEqual([2, 3, 10]);
    expect(chaptersOf([], undefined)).toEqual([]);
  });
});
