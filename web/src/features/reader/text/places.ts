import type { NoteText, TextPage } from "@/data/notes/note-text";
import type { BlockPlace, ScrollPosition } from "../note-view";
import { contentOf } from "./blocks";

/** Boxes are rounded to points, so neighbours may overlap by this much. */
const ROUNDING_PT = 2;

export const pageOf = (text: NoteText, number: number): TextPage | undefined =>
  text.pages.find(({ page }) => page === number);

/**
 * Converts a position in a block to a position on the page. Both views store positions on pages, so that they agree.
 */
export function onPage(page: TextPage, { block, above }: BlockPlace): ScrollPosition {
  const [, top, , height] = contentOf(page)[block]?.box ?? [0, 0, 0, 0];
  return { page: page.page, scrolledFraction: Math.min(1, Math.max(0, (top + above * height) / page.height)) };
}

/**
 * Converts a position on a page to a position in a block, or to `undefined` for the start of the page. If several
 * columns have blocks at this height, returns the first one in reading order.
 */
export function inText(page: TextPage | undefined, { scrolledFraction }: ScrollPosition): BlockPlace | undefined {
  if (!page || scrolledFraction <= 0) return undefined;
  const y = scrolledFraction * page.height;
  const blocks = contentOf(page);
  const at = blocks.findIndex(({ box: [, top, , height] }) => top + height > y + ROUNDING_PT);
  const block = at < 0 ? blocks.length - 1 : at;
  const [, top, , height] = blocks[block]?.box ?? [0, 0, 0, 0];
  if (block < 0) return undefined;
  // Above the first block is the start of the page.
  if (block === 0 && y <= top) return undefined;
  return { page: page.page, block, above: height > 0 ? Math.min(1, Math.max(0, (y - top) / height)) : 0 };
}
