import { expect, test } from "vitest";
import type { AudioNote, ShelfPage } from "@/api/models";
import { removeAudioFromPages } from "./audio";

const page = (ids: string[]): ShelfPage => ({
  shelf: { id: "radio", title: "Note Ninja Radio", episodes: 3, totalSecs: 300 },
  audio: { items: ids.map((id) => ({ id, durationSecs: 100 }) as AudioNote) },
});
const pages = { pages: [page(["a", "b"]), page(["c"])], pageParams: ["", "x"] };

test("S2.audio.10 a deleted row disappears at once, and the number in the header decreases", () => {
  const after = removeAudioFromPages(pages, "b");
  expect(after.pages.map(({ audio }) => audio.items.map(({ id }) => id))).toEqual([["a"], ["c"]]);
  expect(after.pages.map(({ shelf }) => [shelf.episodes, shelf.totalSecs])).toEqual([
    [2, 200],
    [2, 200],
  ]);
});

test("removing an unknown recording changes nothing", () => {
  expect(removeAudioFromPages(pages, "z")).toBe(pages);
});
