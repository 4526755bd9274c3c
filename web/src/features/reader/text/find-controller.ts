import type { TextPage } from "@/data/notes/note-text";
import { renderRanges } from "../highlights/highlight-layer";
import { piecesOf, spanOf } from "../highlights/pieces";
import type { FindState, RenderedPage } from "../note-view";
import { textOfPage } from "./blocks";
import { FoldedPages, matchesIn, patternOf } from "./find-text";

/** Name of the layer with the marks of the matches. */
const LAYER = "find";

interface FindPages {
  /** Page of the start of a search. */
  readonly page: number;
  renderedPage: (page: number) => RenderedPage | undefined;
  renderedPages: () => readonly (RenderedPage & { number: number })[];
  /** Renders a page and scrolls near it. */
  goTo: (page: number) => void;
}

/** Finds words in the text view. */
export class TextFindController {
  readonly #pages: FindPages;
  /** Numbers of the pages with text. */
  readonly #numbers: readonly number[];
  readonly #folded: FoldedPages;
  readonly #onFindResult: (found: FindState) => void;
  #query = "";
  #pattern: RegExp | undefined;
  #counts: readonly number[] = [];
  #total = 0;
  /** Index of the selected match among all matches. */
  #current = -1;

  constructor(pages: FindPages, texts: readonly TextPage[], onFindResult: (found: FindState) => void) {
    this.#pages = pages;
    this.#numbers = texts.map(({ page }) => page);
    this.#folded = new FoldedPages(() => texts.map(textOfPage));
    this.#onFindResult = onFindResult;
  }

  find(query: string, isBackwards: boolean): void {
    const isAgain = query === this.#query;
    if (!isAgain) this.#search(query);
    if (this.#total > 0 && isAgain) {
      this.#current = (this.#current + (isBackwards ? -1 : 1) + this.#total) % this.#total;
    }
    this.#onFindResult({ current: this.#current + 1, total: this.#total, isPending: false });
    this.#showCurrent();
  }

  #search(query: string): void {
    this.#query = query;
    this.#pattern = patternOf(query);
    this.#counts = this.#pattern ? this.#folded.counts(this.#pattern) : [];
    this.#total = this.#counts.reduce((sum, count) => sum + count, 0);
    const start = this.#pages.page;
    let before = 0;
    for (const [index, count] of this.#counts.entries()) if ((this.#numbers[index] ?? 0) < start) before += count;
    this.#current = this.#total === 0 ? -1 : before % this.#total;
  }

  /** Returns the page of the selected match, and its index on this page. */
  #place(): { page: number; index: number } | undefined {
    let index = this.#current;
    if (index < 0) return undefined;
    for (const [place, count] of this.#counts.entries()) {
      if (index < count) return { page: this.#numbers[place] ?? 0, index };
      index -= count;
    }
    return undefined;
  }

  #showCurrent(): void {
    const place = this.#place();
    if (place && !this.#pages.renderedPage(place.page)) this.#pages.goTo(place.page);
    for (const { number } of this.#pages.renderedPages()) this.draw(number);
    if (!place) return;
    const { page } = this.#pages.renderedPage(place.page) ?? {};
    page?.querySelector(".reader-found.selected")?.scrollIntoView({ block: "center" });
  }

  /** Marks the matches on a rendered page. */
  draw(number: number): void {
    const drawn = this.#pages.renderedPage(number);
    if (!drawn) return;
    const place = this.#place();
    const pieces = piecesOf(drawn.text);
    const found = this.#pattern ? matchesIn(pieces.texts.join(""), this.#pattern) : [];
    const marks = found.map(({ from, to }, index) => {
      const isSelected = place?.page === number && place.index === index;
      return { from, to, name: isSelected ? "reader-found selected" : "reader-found" };
    });
    renderRanges(LAYER, drawn.page, drawn.text, pieces, marks);
  }

  stop(isSelecting: boolean): void {
    if (this.#query === "") return;
    if (isSelecting) this.#select();
    this.#query = "";
    this.#pattern = undefined;
    this.#counts = [];
    this.#total = 0;
    this.#current = -1;
    for (const { number } of this.#pages.renderedPages()) this.draw(number);
  }

  /** Selects the words of the current match. */
  #select(): void {
    const place = this.#place();
    const drawn = place && this.#pages.renderedPage(place.page);
    if (!place || !drawn || !this.#pattern) return;
    const pieces = piecesOf(drawn.text);
    const match = matchesIn(pieces.texts.join(""), this.#pattern)[place.index];
    if (!match) return;
    const { from, to } = spanOf(pieces, match.from, match.to);
    const [first, last] = [pieces.nodes[from.pieceIndex], pieces.nodes[to.pieceIndex]];
    if (!(first instanceof Text) || !(last instanceof Text)) return;
    const offset = (piece: number, unit: number) => Math.max(0, unit - (pieces.breaks[piece] ?? 0));
    document
      .getSelection()
      ?.setBaseAndExtent(first, offset(from.pieceIndex, from.offset), last, offset(to.pieceIndex, to.offset));
  }
}
