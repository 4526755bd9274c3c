import { describe, expect, it } from "vitest";
import type { FullTextHit } from "@/core/search/full-text";
import type { Hit, LibraryHit } from "@/core/wasm";
import { groupSuggestions } from "./suggestions";

const guide = (isAsTyped: boolean) =>
  ({ code: "CS246", title: "Software", isAsTyped, score: 1, codeRanges: [], titleRanges: [] }) satisfies Hit;
const note = (isAsTyped: boolean) =>
  ({
    id: "01JD3Q8Z6B0000000000000006",
    place: "CS246",
    title: "The rule of five",
    subject: "CS 246",
    size: 1,
    likes: 0,
    score: 1,
    isAsTyped,
    titleRanges: [[4, 16]],
    subjectRanges: [],
  }) satisfies LibraryHit;

const page: FullTextHit = {
  place: "CS246",
  note: "01JD3Q8Z6B0000000000000006",
  title: "The rule of five",
  page: 2,
  score: 1,
  hasAll: true,
  staysFirst: true,
  snippet: "A destructor runs",
  ranges: [[2, 12]],
  mark: "destructor",
};

const names = (hits: Hit[], notes: LibraryHit[], pages: FullTextHit[] = []) =>
  groupSuggestions(hits, notes, pages).map(({ name }) => name);

describe("list of matches", () => {
  it("S2.find.1 notes come after courses, unless only notes match", () => {
    expect(names([guide(true)], [note(true)])).toEqual(["Study Guides", "Notes"]);
    expect(names([guide(false)], [note(false)])).toEqual(["Study Guides", "Notes"]);
    expect(names([guide(false)], [note(true)])).toEqual(["Notes", "Study Guides"]);
    expect(names([], [note(false)])).toEqual(["Notes"]);
    expect(names([], [])).toEqual([]);
  });

  it("S2.find.1 a note links to its card on the course page", () => {
    expect(groupSuggestions([], [note(true)])[0]?.matches[0]).toMatchObject({
      code: { text: "CS 246" },
      title: { text: "The rule of five", ranges: [[4, 16]] },
      href: "/guide/CS246/notes#01JD3Q8Z6B0000000000000006",
    });
  });

  it("S2.find.5 full-text matches come last and link to the reader", () => {
    expect(names([guide(false)], [note(true)], [page])).toEqual(["Notes", "Study Guides", "Inside notes"]);
    expect(groupSuggestions([], [], [page])[0]?.matches[0]).toMatchObject({
      code: { text: "CS 246" },
      detail: "p. 2 · The rule of five",
      href: "/note/01JD3Q8Z6B0000000000000006#page=2&find=destructor",
    });
  });
});
