import { expect, test } from "vitest";
import type { AlbumNote, AlbumPage } from "@/api/models";
import { removeNoteFromPages } from "./albums";

const page = (ids: string[]): AlbumPage => ({
  album: { id: "cram", title: "Cram Mode", noteCount: 3 },
  notes: { items: ids.map((id) => ({ id }) as AlbumNote) },
});
const pages = { pages: [page(["a", "b"]), page(["c"])], pageParams: ["", "x"] };

test("S2.album.4 a deleted card disappears at once, and the number in the heading decreases", () => {
  const after = removeNoteFromPages(pages, "b");
  expect(after.pages.map(({ notes }) => notes.items.map(({ id }) => id))).toEqual([["a"], ["c"]]);
  expect(after.pages.map(({ album }) => album.noteCount)).toEqual([2, 2]);
});

test("removing an unknown note changes nothing", () => {
  expect(removeNoteFromPages(pages, "z")).toBe(pages);
});
