import type { TextBlock, TextPage } from "@/data/notes/note-text";
import { findRanges, type TextSpan } from "../highlights/anchor";
import { renderLayer } from "../highlights/highlight-layer";
import { type Pieces, piecesOf, rectsOfSpan, spanOf } from "../highlights/pieces";
import type { FindState, NoteView, TextFinder } from "../note-view";
import { contentOf, shownText, textOfPage } from "../text/blocks";
import { FoldedPages, matchesIn, patternOf, type TextRange } from "./find-text";

/** Name of the layer with the marks of the matches. */
const LAYER = "find";

/** The view in which words are found. A search starts at its page. `goTo` renders a page at once or later. */
type FindPages = Pick<NoteView, "page" | "isRotated" | "renderedPage" | "renderedPages" | "goTo">;

/** A match on a rendered page. */
interface Match {
  /** Empty if the text of the rendered page does not have the words. */
  spans: readonly TextSpan[];
  range: TextRange;
}

/** Finds words in the text of a note, and marks them in either view. */
export class TextFindController implements TextFinder {
  readonly #pages: FindPages;
  readonly #texts: readonly TextPage[];
  readonly #folded: FoldedPages;
  readonly #onFindResult: (found: FindState) => void;
  #query = "";
  #pattern: RegExp | undefined;
  /** Matches on the pages that were drawn, with the rendered text in which they were found. */
  readonly #matches = new Map<number, { rendered: string; matches: readonly Match[] }>();
  #counts: readonly number[] = [];
  #total = 0;
  /** Index of the selected match among all matches. */
  #current = -1;
  /** True until the selected match was scrolled to. */
  #isScrolling = false;

  constructor(pages: FindPages, texts: readonly TextPage[], onFindResult: (found: FindState) => void) {
    this.#pages = pages;
    this.#texts = texts;
    this.#folded = new FoldedPages(() => texts.map(textOfPage));
    this.#onFindResult = onFindResult;
  }

  find(query: string, isBackwards: boolean): boolean {
    const isAgain = query === this.#query;
    if (!isAgain) this.#search(query);
    if (this.#total > 0 && isAgain) {
      this.#current = (this.#current + (isBackwards ? -1 : 1) + this.#total) % this.#total;
    }
    this.#onFindResult({ current: this.#current + 1, total: this.#total, isPending: false });
    this.#showCurrent();
    return this.#total > 0;
  }

  #search(query: string): void {
    this.#query = query;
    this.#matches.clear();
    this.#pattern = patternOf(query);
    this.#counts = this.#pattern ? this.#folded.counts(this.#pattern) : [];
    this.#total = this.#counts.reduce((sum, count) => sum + count, 0);
    const start = this.#pages.page;
    let before = 0;
    for (const [index, count] of this.#counts.entries()) if ((this.#texts[index]?.page ?? 0) < start) before += count;
    this.#current = this.#total === 0 ? -1 : before % this.#total;
  }

  /** Returns the page of the selected match, and its index on this page. */
  #place(): { page: number; index: number } | undefined {
    let index = this.#current;
    if (index < 0) return undefined;
    for (const [place, count] of this.#counts.entries()) {
      if (index < count) return { page: this.#texts[place]?.page ?? 0, index };
      index -= count;
    }
    return undefined;
  }

  #showCurrent(): void {
    const place = this.#place();
    // If `goTo` renders the page at once, it calls `draw` before it scrolls to the top of the page. The match must be
    // scrolled to after that.
    this.#isScrolling = false;
    if (place && !this.#pages.renderedPage(place.page)) this.#pages.goTo(place.page);
    this.#isScrolling = place !== undefined;
    for (const { number } of this.#pages.renderedPages()) this.draw(number);
  }

  /** Marks the matches on a rendered page, and scrolls to the selected one if that was not possible before. */
  draw(number: number): void {
    const drawn = this.#pages.renderedPage(number);
    if (!drawn) return;
    if (!this.#pattern) {
      renderLayer(LAYER, drawn.page, drawn.text, []);
      return;
    }
    const place = this.#place();
    const pieces = piecesOf(drawn.text);
    const marks: { rects: readonly DOMRect[]; name: string }[] = [];
    // Each block is marked once, however many matches it has.
    const boxes = new Map<TextBlock, string>();
    for (const [index, match] of this.#matchesOn(number, pieces).entries()) {
      const isSelected = place?.page === number && place.index === index;
      const name = isSelected ? "reader-found selected" : "reader-found";
      const block = match.spans.length === 0 ? this.#blockOf(match, number) : undefined;
      if (!block) marks.push({ rects: match.spans.flatMap((span) => rectsOfSpan(pieces, span)), name });
      else if (isSelected || !boxes.has(block)) boxes.set(block, name);
    }
    for (const [block, name] of boxes) marks.push({ rects: this.#box(block, number), name });
    const layer = renderLayer(LAYER, drawn.page, drawn.text, marks);
    if (!this.#isScrolling || place?.page !== number) return;
    this.#isScrolling = false;
    const selected = layer.querySelector(".selected");
    if (selected) selected.scrollIntoView({ block: "center" });
    else this.#pages.goTo(number);
  }

  #matchesOn(number: number, pieces: Pieces): readonly Match[] {
    const rendered = pieces.texts.join("\0");
    const known = this.#matches.get(number);
    if (known?.rendered === rendered) return known.matches;
    const matches = this.#findOn(number, pieces);
    this.#matches.set(number, { rendered, matches });
    return matches;
  }

  #findOn(number: number, pieces: Pieces): readonly Match[] {
    const page = this.#texts.find((each) => each.page === number);
    if (!page || !this.#pattern) return [];
    const text = textOfPage(page);
    const ranges = matchesIn(text, this.#pattern);
    // The text view shows this text, and pages show its words.
    if (pieces.texts.join("") === text) {
      return ranges.map((range) => ({ range, spans: [spanOf(pieces, range.from, range.to)] }));
    }
    const found = findRanges(pieces.texts, text, ranges);
    return ranges.map((range, index) => ({ range, spans: found[index] ?? [] }));
  }

  /** Returns the block with a match. */
  #blockOf({ range }: Match, number: number): TextBlock | undefined {
    const page = this.#texts.find((each) => each.page === number);
    let end = 0;
    return (page ? contentOf(page) : []).find((each) => {
      end += 1 + shownText(each).length;
      return end > range.from;
    });
  }

  /** Returns the rectangle of a block, for files whose text pdf.js cannot read. */
  #box(block: TextBlock, number: number): DOMRect[] {
    const page = this.#texts.find((each) => each.page === number);
    const drawn = this.#pages.renderedPage(number);
    if (!page || !drawn || this.#pages.isRotated) return [];
    const [x, y, width, height] = block.box;
    const around = drawn.page.getBoundingClientRect();
    const [across, down] = [around.width / page.width, around.height / page.height];
    return [new DOMRect(around.left + x * across, around.top + y * down, width * across, height * down)];
  }

  stop(isSelecting: boolean): void {
    if (this.#query === "") return;
    if (isSelecting) this.#select();
    this.#query = "";
    this.#pattern = undefined;
    this.#matches.clear();
    this.#counts = [];
    this.#total = 0;
    this.#current = -1;
    this.#isScrolling = false;
    for (const { number } of this.#pages.renderedPages()) this.draw(number);
  }

  /** Selects the words of the current match. */
  #select(): void {
    const place = this.#place();
    const drawn = place && this.#pages.renderedPage(place.page);
    if (!place || !drawn) return;
    const pieces = piecesOf(drawn.text);
    const spans = this.#matchesOn(place.page, pieces)[place.index]?.spans ?? [];
    const [from, to] = [spans[0]?.from, spans.at(-1)?.to];
    if (!from || !to) return;
    const [first, last] = [pieces.nodes[from.pieceIndex], pieces.nodes[to.pieceIndex]];
    if (!(first instanceof Text) || !(last instanceof Text)) return;
    const offset = (piece: number, unit: number) => Math.max(0, unit - (pieces.breaks[piece] ?? 0));
    document
      .getSelection()
      ?.setBaseAndExtent(first, offset(from.pieceIndex, from.offset), last, offset(to.pieceIndex, to.offset));
  }
}
