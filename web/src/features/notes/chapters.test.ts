import { describe, expect, it } from "vitest";
import { chapterOptions, parseChapterParam } from "./chapters";

describe("S7.rd.11 chapter in the URL", () => {
  it("is an integer from 1 to 999", () => {
    expect(parseChapterParam(new URLSearchParams("chapter=2"))).toBe(2);
    expect(parseChapterParam(new URLSearchParams("chapter=999"))).toBe(999);
  });
  it("is undefined if the URL has none or an invalid one", () => {
    for (const search of ["", "chapter=", "chapter=0", "chapter=1000", "chapter=-1", "chapter=1.5", "chapter=two"]) {
      expect(parseChapterParam(new URLSearchParams(search)), search).toBeUndefined();
    }
  });
});

describe("S7.rd.11 list of chapters", () => {
  const notes = [{ chapter: 10 }, { chapter: 2 }, { chapter: 10 }];
  it("contains each chapter once, in order of number", () => {
    expect(chapterOptions(notes, undefined)).toEqual([2, 10]);
  });
  it("contains the selected chapter even if no loaded note is in it", () => {
    expect(chapterOptions(notes, 3)).toEqual([2, 3, 10]);
    expect(chapterOptions([], undefined)).toEqual([]);
  });
});
