import {
  AnnotationEditorType,
  AnnotationMode,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PixelsPerInch,
  TouchManager,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { EventBus, PDFLinkService, PDFViewer } from "pdfjs-dist/legacy/web/pdf_viewer.mjs";
import { pdfIconsUrl } from "../file/pdf-options";
import { currentMatch, selectMatch } from "../find/current-match";
import { type FindCandidatePages, IndexedFindController } from "../find/indexed-find-controller";
import { type IndexedPage, IndexedPages } from "../find/indexed-pages";
import type { NoteView, ScrollPosition, TextFinder, ViewEvents } from "../note-view";
import { removeInvalidRoles } from "../structure-roles";

/** Tolerance for the end of the document, in CSS pixels: the gap below the last page, and rounding. */
const END_PX = 16;

const FIT_WIDTH = "page-width";

/** Maximum width of a page that is fitted to the window, in CSS pixels: longer lines are hard to read. */
const FITTED_MAX_PX = 1000;

/** Maximum canvas size of a page, in pixels. Larger pages are rendered at a lower resolution, to limit memory. */
const CANVAS_MAX_PIXELS = 8_000_000;

/** Time in milliseconds after which a search reports no match while the full-text index still loads. */
const INDEX_WAIT_MS = 2000;

/** `FindState.PENDING` of pdf.js. */
const STATE_PENDING = 3;

/** Localization stub: pdf.js requires one for its own controls, none of which are used here. */
const noWords = {
  getLanguage: () => "en",
  getDirection: () => "ltr",
  get: async () => "",
  translate: async () => undefined,
  translateOnce: async () => undefined,
  destroy: async () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};

/** Links of a document. Internal links work, https links report to `onLink`, and all others do nothing. */
class Links extends PDFLinkService {
  readonly #onLink: (address: string) => void;

  constructor(eventBus: EventBus, onLink: (address: string) => void) {
    super({ eventBus });
    this.#onLink = onLink;
  }

  override addLinkAttributes(link: HTMLAnchorElement, url: string): void {
    if (URL.canParse(url) && new URL(url).protocol === "https:") {
      link.href = url;
      link.rel = "noopener noreferrer nofollow";
      link.target = "_blank";
      link.ariaLabel = url;
      link.onclick = () => {
        this.#onLink(url);
        return false;
      };
      link.onauxclick = () => false;
    } else {
      link.removeAttribute("href");
      link.onclick = () => false;
    }
  }

  // Ignore named actions and layer changes of a document.
  override executeNamedAction(): void {}
  override async executeSetOCGState(): Promise<void> {}
}

/** View of one document in a scroll container. pdf.js renders the pages near the viewport, each with a text layer. */
export class ReaderView implements NoteView {
  readonly links: Links;
  readonly #bus = new EventBus();
  readonly #viewer: PDFViewer;
  readonly #finder: IndexedFindController;
  readonly #events: ViewEvents;
  readonly #end = new AbortController();
  readonly #container: HTMLDivElement;
  readonly #indexed: IndexedPages;
  /** Words that pdf.js searches; empty if it searches nothing. */
  #query = "";
  /** Finds words in the text of the note. pdf.js finds the other words in the text of the file. */
  #textFinder: TextFinder | undefined;
  /** Number of the last lookup in the full-text index. A match found by pdf.js makes it obsolete. */
  #lookup = 0;
  #isFitted = true;

  constructor(
    container: HTMLDivElement,
    { file, first }: { file: PDFDocumentProxy; first: PDFPageProxy },
    start: ScrollPosition,
    events: ViewEvents,
    { candidatePages, isLong }: { candidatePages: FindCandidatePages; isLong: boolean },
  ) {
    this.#container = container;
    this.#events = events;
    this.#indexed = new IndexedPages(candidatePages);
    const eventBus = this.#bus;
    this.links = new Links(eventBus, events.onLink);
    this.#finder = new IndexedFindController(
      eventBus,
      this.links,
      isLong ? async (words) => this.#orDrawn(await candidatePages(words)) : undefined,
    );
    this.#viewer = new PDFViewer({
      container,
      eventBus,
      linkService: this.links,
      findController: this.#finder,
      annotationMode: AnnotationMode.ENABLE,
      annotationEditorMode: AnnotationEditorType.DISABLE,
      imageResourcesPath: pdfIconsUrl,
      maxCanvasPixels: CANVAS_MAX_PIXELS,
      removePageBorders: true,
      // The package's types lack a custom `l10n` and `abortSignal`.
      l10n: noWords as never,
      ...({ abortSignal: this.#end.signal } as object),
    });
    this.links.setViewer(this.#viewer);
    eventBus.on("pagesinit", () => {
      this.fitWidth();
      this.#goToSpot(start);
    });
    let isNamed = false;
    eventBus.on("pagerendered", () => {
      // Pages are named only after the first one is visible: in a long document this takes as long as rendering a page.
      if (isNamed) return;
      isNamed = true;
      for (let page = 0; page < file.numPages; page++) {
        this.#viewer.getPageView(page)?.div?.setAttribute("aria-label", `Page ${page + 1}`);
      }
    });
    eventBus.on("updateviewarea", ({ location }: { location: { pageNumber: number } }) => {
      const { scrollTop, clientHeight, scrollHeight } = container;
      const page = this.#viewer.getPageView(location.pageNumber - 1)?.div;
      if (!page) return;
      const above = Math.min(1, Math.max(0, (scrollTop - page.offsetTop) / page.offsetHeight));
      events.onScroll(
        { page: location.pageNumber, scrolledFraction: above },
        scrollTop + clientHeight >= scrollHeight - END_PX,
      );
    });
    eventBus.on("pagechanging", ({ pageNumber }: { pageNumber: number }) => events.onPage(pageNumber));
    eventBus.on("scalechanging", ({ scale }: { scale: number }) => events.onZoom(Math.round(scale * 100)));
    eventBus.on("pagerendered", () => events.onPageRendered());
    eventBus.on("textlayerrendered", ({ pageNumber }: { pageNumber: number }) => {
      this.#textFinder?.draw(pageNumber);
      events.onTextLayer(pageNumber);
      void this.#repairStructure(pageNumber);
    });
    const tell = (state: { matchesCount: { current: number; total: number }; state?: number }) => {
      // Events of a search in the file may arrive after the text finder has replaced it.
      if (this.#finder.isWaiting || (this.#textFinder && this.#query === "")) return;
      const isPending = state.state === STATE_PENDING || this.#finder.areOthersPending;
      if (isPending || state.matchesCount.total > 0 || this.#query === "") {
        // pdf.js may report no match before it has read the pages.
        this.#lookup += 1;
        this.#indexed.clear();
        events.onFindResult({ ...state.matchesCount, isPending });
      } else void this.#findInIndex(this.#query);
    };
    eventBus.on("updatefindmatchescount", tell);
    eventBus.on("updatefindcontrolstate", tell);
    this.#listen();
    this.links.setDocument(file);
    // Create the pages at their final scale. Otherwise all of them are created again.
    const width = first.getViewport({ scale: PixelsPerInch.PDF_TO_CSS_UNITS }).width;
    this.#viewer._currentScale = Math.min(container.clientWidth, FITTED_MAX_PX) / width;
    this.#viewer.setDocument(file);
  }

  destroy(): void {
    this.#end.abort();
    // The package's types do not allow null.
    this.#viewer.setDocument(null as never);
    this.links.setDocument(null as never);
  }

  get page(): number {
    return this.#viewer.currentPageNumber;
  }

  goTo(page: number): void {
    const pages = this.#viewer.pagesCount;
    if (pages > 0) this.#viewer.scrollPageIntoView({ pageNumber: Math.min(Math.max(1, Math.trunc(page)), pages) });
  }

  async goToDestination(destination: string | unknown[]): Promise<void> {
    await this.links.goToDestination(destination as string | never[]);
  }

  #goToSpot({ page, scrolledFraction }: ScrollPosition): void {
    if (page > 1) this.goTo(page);
    const shown = this.#viewer.getPageView(page - 1)?.div;
    if (shown && scrolledFraction > 0)
      this.#container.scrollTop = shown.offsetTop + scrolledFraction * shown.offsetHeight;
  }

  /** Returns a page and its text layer, or `undefined` if it is not rendered. */
  renderedPage(page: number): { page: HTMLElement; text: HTMLElement } | undefined {
    const element: HTMLElement | undefined = this.#viewer.getPageView(page - 1)?.div;
    const text = element?.querySelector<HTMLElement>(".textLayer");
    return element && text && !text.hidden ? { page: element, text } : undefined;
  }

  renderedPages(): { number: number; page: HTMLElement; text: HTMLElement }[] {
    const pages = this.#container.querySelectorAll<HTMLElement>(".page[data-loaded]");
    return [...pages].flatMap(({ dataset }) => {
      const number = Number(dataset.pageNumber);
      const drawn = this.renderedPage(number);
      return drawn ? [{ number, ...drawn }] : [];
    });
  }

  /** Repairs the accessibility tree of a page. pdf.js creates it once per page. */
  async #repairStructure(page: number): Promise<void> {
    const layer: { render: () => Promise<Element | undefined> } | null = this.#viewer.getPageView(
      page - 1,
    )?.structTreeLayer;
    // Files without a structure have no tree. pdf.js logs a broken one.
    const tree = await layer?.render().catch(() => undefined);
    if (tree) removeInvalidRoles(tree);
  }

  /** Adds the rendered pages, so that visible matches are found first as well. */
  #orDrawn(pages: ReadonlySet<number> | undefined): ReadonlySet<number> | undefined {
    return pages && new Set([...pages, ...this.renderedPages().map(({ number }) => number)]);
  }

  zoom(steps: number): void {
    this.#isFitted = false;
    this.#viewer.updateScale({ steps });
  }

  fitWidth(): void {
    this.#isFitted = true;
    const page: { width: number; scale: number } | undefined = this.#viewer.getPageView(this.page - 1);
    if (!page || this.#container.clientWidth <= FITTED_MAX_PX) this.#viewer.currentScaleValue = FIT_WIDTH;
    // Set at once: every change of the scale renders the pages again, which removes the selection.
    else this.#viewer.currentScale = (FITTED_MAX_PX / page.width) * page.scale;
  }

  get isRotated(): boolean {
    return this.#viewer.pagesRotation !== 0;
  }

  rotate(): void {
    this.#viewer.pagesRotation = (this.#viewer.pagesRotation + 90) % 360;
    if (this.#isFitted) this.fitWidth();
  }

  findInText(finder: TextFinder): void {
    this.stopFinding();
    this.#textFinder = finder;
  }

  /** Highlights all matches and selects the next one. */
  async find(query: string, isBackwards = false): Promise<void> {
    const isAgain = query !== "" && query === this.#query;
    if (this.#textFinder && !isAgain) {
      this.#stopFindingInFile();
      // The text of the note lacks running heads and page numbers, which are in the text of the file.
      if (this.#textFinder.find(query, isBackwards) || query === "") return;
    }
    this.#query = query;
    if (isAgain && this.#finder.isWaiting) return;
    const indexed = isAgain ? this.#indexed.next(isBackwards) : undefined;
    if (indexed) {
      this.#showIndexed(indexed, true);
      return;
    }
    if (!isAgain) {
      this.#indexed.clear();
      this.#events.onFindResult({ current: 0, total: 0, isPending: true });
      if (!(await this.#finder.prepare(query)) || query !== this.#query) return;
    }
    this.#bus.dispatch("find", {
      source: this,
      type: isAgain ? "again" : "",
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: isBackwards,
      matchDiacritics: false,
    });
  }

  /** Looks in the full-text index for words that pdf.js does not find. */
  async #findInIndex(query: string): Promise<void> {
    const start = this.page;
    this.#lookup += 1;
    const lookup = this.#lookup;
    const isCurrent = () => query === this.#query && lookup === this.#lookup;
    const reportNone = () => {
      if (isCurrent()) this.#events.onFindResult({ current: 0, total: 0, isPending: false });
    };
    const timer = setTimeout(reportNone, INDEX_WAIT_MS);
    const found = await this.#indexed.first(query, start).finally(() => clearTimeout(timer));
    if (!found) reportNone();
    else if (isCurrent()) this.#showIndexed(found, this.page === start);
  }

  /** Reports a page of the index, and goes there unless the student has turned to another page since. */
  #showIndexed(found: IndexedPage, isGoing: boolean): void {
    if (isGoing) this.goTo(found.page);
    this.#events.onFindResult({ ...found, isPending: false });
  }

  /** Removes the search highlights. With `isSelecting`, the current match stays as a text selection, as in browsers. */
  stopFinding(isSelecting = false): void {
    this.#textFinder?.stop(isSelecting);
    this.#stopFindingInFile(isSelecting);
  }

  #stopFindingInFile(isSelecting = false): void {
    if (this.#query === "") return;
    const found = isSelecting ? currentMatch(this.#container) : undefined;
    this.#query = "";
    this.#finder.cancel();
    // Select after pdf.js has removed its highlights: removing them replaces the text nodes.
    if (found) this.#bus.on("updatetextlayermatches", () => selectMatch(found), { once: true });
    this.#bus.dispatch("findbarclose", { source: this });
  }

  #listen(): void {
    const { signal } = this.#end;
    const container = this.#container;
    const by = (scaleFactor: number, origin: [number, number]) => {
      this.#isFitted = false;
      this.#viewer.updateScale({ scaleFactor, origin, drawingDelay: 400 });
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      by(Math.exp(-Math.max(-50, Math.min(50, event.deltaY)) / 200), [event.clientX, event.clientY]);
    };
    container.addEventListener("wheel", onWheel, { passive: false, signal });
    new TouchManager({
      container,
      onPinching: (origin: [number, number], before: number, now: number) => by(now / before, origin),
      signal,
    } as never);
    const resized = new ResizeObserver(() => this.#isFitted && this.#viewer.pagesCount > 0 && this.fitWidth());
    resized.observe(container);
    signal.addEventListener("abort", () => resized.disconnect());
  }
}
