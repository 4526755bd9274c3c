import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { EventBus, PDFFindController, type PDFLinkService } from "pdfjs-dist/legacy/web/pdf_viewer.mjs";
import { allMatches, type Match } from "./page-text";

/** Returns the pages that the search index names for these words; `undefined` if it cannot tell. */
export type PagesWith = (words: string) => Promise<ReadonlySet<number> | undefined>;

/** In a long document, words are searched when typing pauses for this long, in milliseconds. */
const SEARCH_AFTER_PAUSE_MS = 250;

interface PageText {
  items: readonly object[];
}

const NO_TEXT: PageText = { items: [] };

/** Texts of the pages of a document. Each page is read once. */
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
    // One item takes a fraction of the memory of all of them with their places and fonts.
    return { items: [{ str: texts.join(""), hasEOL: false }] };
  }
}

/** A document for pdf.js with the texts of some pages. The others are empty, and all of them once it is closed. */
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

/** Find controller that also finds words which are written in another way than they look. */
class Search extends PDFFindController {
  /** Called when a page was searched. */
  onPage: (index: number) => void = () => undefined;

  override match(query: string | string[], content: string, pageIndex: number): Match[] | undefined {
    // pdf.js takes the matches in before the next microtask.
    queueMicrotask(() => this.onPage(pageIndex));
    const found = super.match(query, content, pageIndex);
    if (typeof query !== "string" || !content) return found;
    return allMatches(found ?? [], query, content, this._pageDiffs[pageIndex]);
  }
}

/**
 * Finds words in a document. In a long one the pages that the index names are searched first, so that the first match is
 * shown soon, and then all others: the index may miss words that are on the page.
 */
export class Finder extends Search {
  readonly #eventBus: EventBus;
  readonly #linkService: PDFLinkService;
  readonly #pagesWith: PagesWith | undefined;
  #open: (texts: Texts) => void = () => undefined;
  readonly #opened = new Promise<Texts>((resolve) => {
    this.#open = resolve;
  });
  #parts: SomePages[] = [];
  #searches = 0;
  #isWaiting = false;
  #areOthersPending = false;
  /** Whether pdf.js was asked to show a match of a page that the index does not name. */
  #hasShownOther = false;

  /** `pagesWith` for a long document. */
  constructor(eventBus: EventBus, linkService: PDFLinkService, pagesWith: PagesWith | undefined) {
    super({ eventBus, linkService });
    this.#eventBus = eventBus;
    this.#linkService = linkService;
    this.#pagesWith = pagesWith;
  }

  // The viewer calls it when the first page is shown. For a long document pdf.js gets the pages with the first search.
  override setDocument(document: PDFDocumentProxy | null): void {
    if (!document) this.cancel();
    const texts = document && new Texts(document);
    if (texts && this.#pagesWith) this.#open(texts);
    else super.setDocument((texts && new SomePages(texts, () => true)) as never);
  }

  /** Whether typing has not paused, or the index has not answered yet. What pdf.js reports is about other words. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Whether pages that the index does not name are still being searched. */
  get areOthersPending(): boolean {
    return this.#areOthersPending;
  }

  /** Prepares a search for other words. pdf.js must be asked for them only if this resolves to `true`. */
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

  /** Stops the search. pdf.js comes to its end at once: later it would count pages of these words for others. */
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

  /** Searches the pages that the index does not name, and takes their matches over. */
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
    // It starts where the student is, not where the search of the other pages ended.
    Object.assign(this._offset ?? {}, { pageIdx: this.#linkService.page - 1, wrapped: false });
    this.#eventBus.dispatch("find", { ...(this.state as object | null), type: "again", findPrevious: false });
  }

  /** Reports how many matches there are by now. pdf.js reports the first one of them that is shown by itself. */
  #tell(): void {
    const { pageIdx, matchIdx } = this.#selected;
    if (pageIdx === -1 && this.#hasShownOther) return;
    const before = (this._pageMatches ?? []).slice(0, Math.max(0, pageIdx)).flat().length;
    const matchesCount = { current: before + matchIdx + 1, total: this._matchesCountTotal ?? 0 };
    this.#eventBus.dispatch("updatefindmatchescount", { source: this, matchesCount });
  }
}
