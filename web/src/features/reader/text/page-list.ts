/** Pages that are rendered beyond the viewport, as a multiple of its height. */
const AHEAD = 1;

/** Pages further away than this are emptied, as a multiple of the height of the viewport. */
const KEPT = 4;

/** Number of passes in which pages may turn out shorter than estimated. */
const PASSES = 8;

export interface PageListEvents {
  /** Renders the content of a page into its element. */
  render: (page: number, element: HTMLElement) => void;
  /** A page was rendered and is in the document. */
  onRendered: (page: number) => void;
  onEmptied: (page: number) => void;
  /** Height of a page before it is rendered, for a width of the container, in CSS pixels. */
  estimate: (page: number, width: number) => number;
}

/** A point of the text that must not move: an element, and its distance from the upper edge of the viewport. */
interface Anchor {
  element: HTMLElement;
  top: number;
  /** Part of the element above the edge, for an element whose height changes. */
  above: number;
}

/**
 * Long list of pages in a scroll container. Each page has an element; only pages near the viewport have content. Heights
 * of other pages are estimated, and the visible text stays in its place when they turn out to be different.
 */
export class PageList {
  readonly #container: HTMLElement;
  readonly #events: PageListEvents;
  readonly #elements: HTMLElement[] = [];
  readonly #rendered = new Set<number>();

  constructor(container: HTMLElement, root: HTMLElement, pages: number, events: PageListEvents) {
    this.#container = container;
    this.#events = events;
    const { clientWidth } = container;
    const all = document.createDocumentFragment();
    for (let page = 1; page <= pages; page++) {
      const element = document.createElement("div");
      element.className = "text-page";
      element.dataset.pageNumber = `${page}`;
      element.style.height = `${events.estimate(page, clientWidth)}px`;
      this.#elements.push(element);
      all.append(element);
    }
    root.append(all);
  }

  get count(): number {
    return this.#elements.length;
  }

  element(page: number): HTMLElement | undefined {
    return this.#elements[page - 1];
  }

  isRendered(page: number): boolean {
    return this.#rendered.has(page);
  }

  /** Numbers of the rendered pages, ascending. */
  rendered(): number[] {
    return [...this.#rendered].sort((one, other) => one - other);
  }

  /** Returns the page at a distance from the start of the list, in CSS pixels. */
  pageAt(top: number): number {
    let [first, last] = [0, this.#elements.length - 1];
    while (first < last) {
      const middle = (first + last) >> 1;
      const element = this.#elements[middle];
      if (element && element.offsetTop + element.offsetHeight > top) last = middle;
      else first = middle + 1;
    }
    return first + 1;
  }

  /** Renders a page at once, for example to scroll to one of its words. */
  show(page: number): HTMLElement | undefined {
    const element = this.element(page);
    if (!element || this.#rendered.has(page)) return element;
    this.#rendered.add(page);
    this.#events.render(page, element);
    element.style.height = "";
    this.#events.onRendered(page);
    return element;
  }

  /** Renders the pages near the viewport and empties those far away. The visible text does not move. */
  update(): void {
    const { clientHeight } = this.#container;
    for (let pass = 0; pass < PASSES; pass++) {
      const { scrollTop } = this.#container;
      const first = this.pageAt(scrollTop - AHEAD * clientHeight);
      const last = this.pageAt(scrollTop + (1 + AHEAD) * clientHeight);
      const missing: number[] = [];
      for (let page = first; page <= last; page++) if (!this.#rendered.has(page)) missing.push(page);
      if (missing.length === 0) break;
      this.keepPlace(() => {
        for (const page of missing) this.show(page);
      });
    }
    this.#emptyFarPages();
  }

  /** Applies a change of the layout without moving the text at the upper edge of the viewport. */
  keepPlace(change: () => void): void {
    const anchor = this.anchor();
    change();
    if (anchor) this.restore(anchor);
  }

  /** Returns the first visible part of the text. */
  anchor(): Anchor | undefined {
    const edge = this.#container.getBoundingClientRect().top;
    const page = this.element(this.pageAt(this.#container.scrollTop));
    if (!page) return undefined;
    const blocks = [...page.querySelectorAll<HTMLElement>("[data-block]")];
    const element = blocks.find((block) => block.getBoundingClientRect().bottom > edge) ?? page;
    const { top, height } = element.getBoundingClientRect();
    return { element, top: top - edge, above: height > 0 ? Math.max(0, edge - top) / height : 0 };
  }

  /** Scrolls so that an anchor is where it was. */
  restore({ element, top, above }: Anchor): void {
    if (!element.isConnected) return;
    const rect = element.getBoundingClientRect();
    const edge = this.#container.getBoundingClientRect().top;
    const wanted = above > 0 ? -above * rect.height : top;
    const move = rect.top - edge - wanted;
    if (Math.abs(move) >= 1) this.#container.scrollTop += move;
  }

  #emptyFarPages(): void {
    const { scrollTop, clientHeight } = this.#container;
    const first = this.pageAt(scrollTop - KEPT * clientHeight);
    const last = this.pageAt(scrollTop + (1 + KEPT) * clientHeight);
    const selection = document.getSelection();
    const selected = selection && !selection.isCollapsed ? selection.getRangeAt(0) : undefined;
    for (const page of this.#rendered) {
      if (page >= first && page <= last) continue;
      const element = this.element(page);
      // Removing selected words would remove the selection.
      if (!element || selected?.intersectsNode(element)) continue;
      element.style.height = `${element.offsetHeight}px`;
      element.replaceChildren();
      this.#rendered.delete(page);
      this.#events.onEmptied(page);
    }
  }

  /** Estimates the heights of the empty pages again, after the size of the text changed. */
  estimateAgain(): void {
    // The width is read once: reading it after each change would lay out the whole list each time.
    const { clientWidth } = this.#container;
    for (const [index, element] of this.#elements.entries()) {
      const page = index + 1;
      if (!this.#rendered.has(page)) element.style.height = `${this.#events.estimate(page, clientWidth)}px`;
    }
  }
}
