/** Interface of the views in which a note can be read: as pages, and as text. */

export interface FindState {
  /** Number of the selected match, from 1; 0 without a match. */
  current: number;
  total: number;
  isPending: boolean;
  /** Page with the words according to the full-text index, if pdf.js finds none. The numbers then count such pages. */
  page?: number;
}

/** A place in the text view: the block at the upper edge, and the fraction of it that is above the edge. */
export interface BlockPlace {
  page: number;
  /** Index among the blocks that are shown. */
  block: number;
  above: number;
}

/** Scroll position: the page at the upper edge, from 1, and the fraction of it that is above the edge, from 0 to 1. */
export interface ScrollPosition {
  page: number;
  scrolledFraction: number;
}

export interface ViewEvents {
  onPage: (page: number) => void;
  /** The document was scrolled. `isEnd`: the end of the document is visible. `place`: only for text. */
  onScroll: (spot: ScrollPosition, isEnd: boolean, place?: BlockPlace) => void;
  /** Zoom in percent of the paper size, or text size in percent. */
  onZoom: (percent: number) => void;
  onFindResult: (found: FindState) => void;
  onPageRendered: () => void;
  /** The text of a page was rendered, possibly again. */
  onTextLayer: (page: number) => void;
  onLink: (address: string) => void;
}

/** A page with its rendered text. */
export interface RenderedPage {
  page: HTMLElement;
  text: HTMLElement;
}

/** Finds words in the text of a note. */
export interface TextFinder {
  /** Marks all matches and selects the next one. Returns false if there is none. */
  find: (query: string, isBackwards: boolean) => boolean;
  /** Marks the matches on a rendered page. */
  draw: (page: number) => void;
  stop: (isSelecting: boolean) => void;
}

export interface NoteView {
  /** Page at the upper edge, from 1. */
  readonly page: number;
  /** Only for text: the block at the upper edge. `undefined` at the start of a page. */
  readonly place?: BlockPlace | undefined;
  goTo: (page: number) => void;
  /** Goes to a destination of the outline. */
  goToDestination: (destination: string | unknown[]) => Promise<void>;
  /** Returns a page with its text, or `undefined` if it is not rendered. */
  renderedPage: (page: number) => RenderedPage | undefined;
  renderedPages: () => readonly (RenderedPage & { number: number })[];
  zoom: (steps: number) => void;
  /** Restores the usual size. */
  fitWidth: () => void;
  /** Only for pages. */
  rotate?: () => void;
  /** True if the pages are turned. */
  readonly isRotated?: boolean;
  /** Only for pages: finds words in the text of the note from now on, so that both views find the same. */
  findInText?: (finder: TextFinder) => void;
  /** Marks all matches and selects the next one. */
  find: (query: string, isBackwards?: boolean) => Promise<void>;
  /** Removes the marks. With `isSelecting`, the current match stays as a text selection, as in browsers. */
  stopFinding: (isSelecting?: boolean) => void;
  destroy: () => void;
}
