import type { TextPage } from "@/data/notes/note-text";
import { findQuote } from "../highlights/anchor";
import type { TextSelection } from "../highlights/use-highlights";
import type { BlockPlace, ScrollPosition } from "../note-view";
import { contentOf, shownText, textOfPage } from "../text/blocks";
import { inText } from "../text/places";
import type { Sentence } from "./sentences";

/** Place at which reading starts: the selection, or the upper edge of the view. */
export interface ReadAloudStart {
  page: number;
  /** Offset in the text of the page. */
  offset: number;
}

/** Returns the offset of a place in the text of its page. */
function offsetOf(page: TextPage, { block, above }: BlockPlace): number {
  const blocks = contentOf(page);
  const before = blocks.slice(0, block).reduce((sum, each) => sum + 1 + shownText(each).length, 0);
  const shown = blocks[block];
  return before + Math.floor(above * (shown ? shownText(shown).length : 0));
}

export function findReadAloudStart(
  pages: readonly TextPage[],
  selected: TextSelection | undefined,
  spot: ScrollPosition,
  place: BlockPlace | undefined,
): ReadAloudStart {
  const pageOf = (number: number) => pages.find(({ page }) => page === number);
  const selectedPage = selected && pageOf(selected.page);
  const found = selectedPage && findQuote(textOfPage(selectedPage), selected.quote);
  if (selected && found) return { page: selected.page, offset: found[0] };
  const at = place ?? inText(pageOf(spot.page), spot);
  const page = pageOf(at?.page ?? spot.page);
  return { page: at?.page ?? spot.page, offset: page && at ? offsetOf(page, at) : 0 };
}

/** Returns true for the sentence at a place, and for all later ones of its page. */
export const isFrom =
  ({ page, offset }: ReadAloudStart) =>
  ({ parts }: Sentence): boolean =>
    parts.some((part) => part.page === page && part.at + (part.length ?? part.to - part.from) > offset);
