import type { FindCandidatePages } from "./indexed-find-controller";

/** A page with the words of a search, and its place among all such pages, from 1. */
export interface IndexedPage {
  page: number;
  current: number;
  total: number;
}

/**
 * Pages that the full-text index returns for words that pdf.js does not find. In some files pdf.js cannot decode all
 * characters, or reads words in another order.
 */
export class IndexedPages {
  readonly #pagesWith: FindCandidatePages;
  #words = "";
  #pages: readonly number[] = [];
  #place = 0;

  constructor(pagesWith: FindCandidatePages) {
    this.#pagesWith = pagesWith;
  }

  /** Forgets the pages of the previous words. */
  clear(): void {
    this.#words = "";
    this.#pages = [];
  }

  /** Returns the first page with these words from `start` on, or before it if none follows. */
  async first(words: string, start: number): Promise<IndexedPage | undefined> {
    this.#words = words;
    const pages = (await this.#pagesWith(words)) ?? [];
    if (words !== this.#words) return undefined;
    this.#pages = [...pages].sort((one, other) => one - other);
    return this.#at(
      Math.max(
        0,
        this.#pages.findIndex((page) => page >= start),
      ),
    );
  }

  /** Returns the next or the previous page, or `undefined` if the index returned none. After the last comes the first. */
  next(isBackwards: boolean): IndexedPage | undefined {
    return this.#at(this.#place + (isBackwards ? -1 : 1));
  }

  #at(place: number): IndexedPage | undefined {
    const total = this.#pages.length;
    const at = (place + total) % total;
    const page = this.#pages[at];
    if (page === undefined) return undefined;
    this.#place = at;
    return { page, current: at + 1, total };
  }
}
