import { expect, test } from "vitest";
import type { TextBlock, TextPage } from "@/data/notes/note-text";
import { inText, onPage } from "./places";

const block = (top: number, height: number, kind = "paragraph"): TextBlock => ({
  kind,
  text: "x",
  box: [72, top, 400, height],
});
/** A page with a running head, which the text view leaves out. */
const page: TextPage = {
  page: 3,
  width: 600,
  height: 800,
  blocks: [block(20, 10, "header"), block(80, 40), block(119, 100), block(240, 20)],
};

test.each([[{ block: 0, above: 0.5 }], [{ block: 1, above: 0.25 }], [{ block: 2, above: 0 }]])(
  "S2.text.1 the position %j stays the same after switching to the page and back",
  (place) => {
    const at = { page: 3, ...place };
    const back = inText(page, onPage(page, at));
    expect(back?.block).toBe(place.block);
    expect(back?.above).toBeCloseTo(place.above, 5);
  },
);

test("S2.text.1 a position in a block becomes a fraction of the height of its page", () => {
  expect(onPage(page, { page: 3, block: 1, above: 0.5 })).toEqual({ page: 3, scrolledFraction: 169 / 800 });
});

test("S2.text.1 the start of a page is no position in a block, and a gap belongs to the next block", () => {
  expect(inText(page, { page: 3, scrolledFraction: 0 })).toBeUndefined();
  expect(inText(page, { page: 3, scrolledFraction: 0.05 })).toBeUndefined();
  expect(inText(page, { page: 3, scrolledFraction: 230 / 800 })).toEqual({ page: 3, block: 2, above: 0 });
  expect(inText(page, { page: 3, scrolledFraction: 0.9 })).toEqual({ page: 3, block: 2, above: 1 });
  expect(inText(undefined, { page: 4, scrolledFraction: 0.9 })).toBeUndefined();
});
