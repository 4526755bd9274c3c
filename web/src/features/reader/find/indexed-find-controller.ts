import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { EventBus, PDFFindController, type PDFLinkService } from "pdfjs-dist/legacy/web/pdf_viewer.mjs";
import { mergeMatches, type TextMatchRange } from "./page-text";

/** Returns the pages on which the full-text index finds these words, or `undefined` if the index is unavailable. */
export type FindCandidatePages = (words: string) => Promise<ReadonlySet<number> | undefined>;

/** Debounce of a search in a long document, in milliseconds. */
const SEARCH_AFTER_PAUSE_MS = 250;

interface PageText {
  items: readonly object[];
}

const NO_TEXT: PageText = { items: [] };

/** Text of the pages of a document. Each page is read once. */
class Texts {
  readonly #document: PDFDocumentProxy;
  readonly #pages = new Map<number, Promise<PageText>>();

  constructor(document: PDFDocumentProxy) {
    this.#document = document;
  }

  get(number: number): Promise<PageText> {
    const text = this.#pages.get(number) ?? this.#read(number);
    this.#pages.set(number, text);
    text.catch(() => this.#pages.delete(number));
    return text;
  }

  async #read(number: number): Promise<PageText> {
    const page = await this.#document.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: true });
    const texts = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""));
    // A single item takes a fraction of the memory of the original items with their positions and fonts.
    return { items: [{ str: texts.join(""), hasEOL: false }] };
  }
}

/**
 * A document for pdf.js with the text of some pages. The other pages are empty, and all pages are empty after `close`.
 */
class SomePages {
  readonly #texts: Texts;
  readonly #isRead: (page: number) => boolean;
  #isClosed = false;
  #close: (text: PageText) => void = () => undefined;
  readonly #closed = new Promise<PageText>((resolve) => {
    this.#close = resolve;
  });

  constructor(texts: Texts, isRead: (page: number) => boolean) {
    this.#texts = texts;
    this.#isRead = isRead;
  }

  close(): void {
    this.#isClosed = true;
    this.#close(NO_TEXT);
  }

  async getPage(number: number) {
    const isRead = !this.#isClosed && this.#isRead(number);
    return {
      getTextContent: async () => (isRead ? await Promise.race([this.#texts.get(number), this.#closed]) : NO_TEXT),
    };
  }
}

/** Find controller that also matches words whose encoding differs from their appearance. */
class Search extends PDFFindController {
  onPage: (index: number) => void = () => undefined;

  override match(query: string | string[], content: string, pageIndex: number): TextMatchRange[] | undefined {
    // pdf.js stores the matches synchronously, so they are complete in the next microtask.
    queueMicrotask(() => this.onPage(pageIndex));
    const found = super.match(query, content, pageIndex);
    if (typeof query !== "string" || !content) return found;
    return mergeMatches(found ?? [], query, content, this._pageDiffs[pageIndex]);
  }
}

/**
 * Searches a document. In a long document, the pages that the index returns are searched first, so that the first match
 * appears soon. All other pages follow, because the index may miss words.
 */
export class IndexedFindController extends Search {
  readonly #eventBus: EventBus;
  readonly #linkService: PDFLinkService;
  readonly #pagesWith: FindCandidatePages | undefined;
  #open: (texts: Texts) => void = () => undefined;
  readonly #opened = new Promise<Texts>((resolve) => {
    this.#open = resolve;
  });
  #parts: SomePages[] = [];
  #searches = 0;
  #isWaiting = false;
  #areOthersPending = false;
  /** True after pdf.js had to show a match on a page that the index did not return. */
  #hasShownOther = false;

  /** Pass `candidatePages` only for a long document. */
  constructor(eventBus: EventBus, linkService: PDFLinkService, candidatePages: FindCandidatePages | undefined) {
    super({ eventBus, linkService });
    this.#eventBus = eventBus;
    this.#linkService = linkService;
    this.#pagesWith = candidatePages;
  }

  // The viewer calls this after the first page is rendered. For a long document, pdf.js gets the pages when a search
  // starts.
  override setDocument(document: PDFDocumentProxy | null): void {
    if (!document) this.cancel();
    const texts = document && new Texts(document);
    if (texts && this.#pagesWith) this.#open(texts);
    else super.setDocument((texts && new SomePages(texts, () => true)) as never);
  }

  /** True during the debounce and the index query. Match counts from pdf.js still belong to the previous words then. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** True while the pages that the index did not return are searched. */
  get areOthersPending(): boolean {
    return this.#areOthersPending;
  }

  /**
   * Prepares a search for new words. Resolves to false if another search replaced it; pdf.js must not be called then.
   */
  async prepare(words: string): Promise<boolean> {
    if (!this.#pagesWith) return true;
    const search = this.cancel();
    this.#isWaiting = true;
    await new Promise((resolve) => setTimeout(resolve, SEARCH_AFTER_PAUSE_MS));
    if (search !== this.#searches) return false;
    const [texts, named] = await Promise.all([this.#opened, this.#pagesWith(words)]);
    if (search !== this.#searches) return false;
    this.#isWaiting = false;
    this.#areOthersPending = named !== undefined;
    this.#hasShownOther = false;
    let left = this.#linkService.pagesCount;
    this.onPage = () => {
      left -= 1;
      if (left === 0 && named) this.#searchOthers(texts, named, search);
    };
    super.setDocument(this.#part(texts, (page) => named?.has(page) ?? true) as never);
    return true;
  }

  /** Stops the search. Closes all pages at once, so that pdf.js does not count their matches for the next words. */
  cancel(): number {
    for (const part of this.#parts) part.close();
    this.#parts = [];
    this.#isWaiting = false;
    this.#areOthersPending = false;
    this.#searches += 1;
    return this.#searches;
  }

  #part(texts: Texts, isRead: (page: number) => boolean): SomePages {
    const part = new SomePages(texts, isRead);
    this.#parts.push(part);
    return part;
  }

  /** Searches the pages that the index did not return and adds their matches. */
  #searchOthers(texts: Texts, named: ReadonlySet<number>, search: number): void {
    const state = this.state as object | null;
    if (search !== this.#searches || !state) return;
    const { pagesCount } = this.#linkService;
    const eventBus = new EventBus();
    const others = new Search({ eventBus, linkService: { pagesCount, page: 1 } as PDFLinkService });
    let left = pagesCount;
    others.onPage = (index) => {
      if (search !== this.#searches) return;
      left -= 1;
      this.#areOthersPending = left > 0;
      if (!named.has(index + 1)) this.#takeOver(others, index);
      if (left === 0) this.#tell();
    };
    others.setDocument(this.#part(texts, (page) => !named.has(page)) as never);
    eventBus.dispatch("find", { ...state, source: others, type: "" });
  }

  get #selected() {
    return this._selected ?? { pageIdx: -1, matchIdx: -1 };
  }

  #takeOver(others: Search, index: number): void {
    this._pageContents[index] = others._pageContents[index];
    this._pageDiffs[index] = others._pageDiffs[index];
    this._hasDiacritics[index] = others._hasDiacritics[index];
    const matches = others._pageMatches?.[index] ?? [];
    if (matches.length === 0 || !this._pageMatches || !this._pageMatchesLength) return;
    this._pageMatches[index] = matches;
    this._pageMatchesLength[index] = others._pageMatchesLength?.[index];
    this._matchesCountTotal = (this._matchesCountTotal ?? 0) + matches.length;
    this.#eventBus.dispatch("updatetextlayermatches", { source: this, pageIndex: index });
    if (this.#selected.pageIdx !== -1 || this.#hasShownOther) {
      this.#tell();
      return;
    }
    this.#hasShownOther = true;
    // Start from the visible page, not from the page where the search of the indexed pages ended.
    Object.assign(this._offset ?? {}, { pageIdx: this.#linkService.page - 1, wrapped: false });
    this.#eventBus.dispatch("find", { ...(this.state as object | null), type: "again", findPrevious: false });
  }

  /** Reports the number of matches found so far. pdf.js itself reports the first match that it selects. */
  #tell(): void {
    const { pageIdx, matchIdx } = this.#selected;
    if (pageIdx === -1 && this.#hasShownOther) return;
    const before = (this._pageMatches ?? []).slice(0, Math.max(0, pageIdx)).flat().length;
    const matchesCount = { current: before + matchIdx + 1, total: this._matchesCountTotal ?? 0 };
    this.#eventBus.dispatch("updatefindmatchescount", { source: this, matchesCount });
  }
}
