import type { TextBlock, TextPage } from "@/data/notes/note-text";

/** Kinds that the text view and reading aloud leave out. */
export const RUNNING_KINDS: ReadonlySet<string> = new Set(["header", "footer", "pageNumber", "watermark"]);

/** Kinds without a linear form. They are shown as a crop of the page. */
const CROP_KINDS: ReadonlySet<string> = new Set(["table", "figure", "formula"]);

export const isShownAsCrop = ({ kind }: TextBlock) => CROP_KINDS.has(kind);

/** Returns the blocks of a page that are part of its text, in reading order. */
export const contentOf = (page: TextPage): readonly TextBlock[] =>
  page.blocks.filter((block) => !RUNNING_KINDS.has(block.kind) && (block.text !== "" || isShownAsCrop(block)));

/** Returns the text of a block as the text view shows it: with the marker of a list item. */
export const shownText = ({ marker, text }: TextBlock) => (marker ? `${marker} ${text}` : text);

/**
 * Returns the text of a page, one line per block. The pieces of a rendered page (`piecesOf`) are the same text, so that
 * offsets apply to both.
 */
export const textOfPage = (page: TextPage): string =>
  contentOf(page)
    .map((block) => `\n${shownText(block)}`)
    .join("");
