import {
  AnnotationEditorType,
  AnnotationMode,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PixelsPerInch,
  TouchManager,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { EventBus, PDFLinkService, PDFViewer } from "pdfjs-dist/legacy/web/pdf_viewer.mjs";
import { iconsUrl } from "./file/engine";
import { Finder, type PagesWith } from "./find/finder";
import { foundWords, select } from "./find/found-words";
import { repairRoles } from "./structure";

/** What is marked while somebody searches in the document. */
export interface Found {
  /** The match that is shown, counted from 1; 0 where there is none. */
  current: number;
  total: number;
  /** Pages are still being read. */
  isPending: boolean;
}

/** What is at the upper edge: a page, from 1, and the part of it that is above the edge, of 1. */
export interface Spot {
  page: number;
  above: number;
}

/** What the reader shows of its view. */
export interface ViewEvents {
  onPage: (page: number) => void;
  /** Something else is at the upper edge. `isEnd`: the last line of the document is seen. */
  onSpot: (spot: Spot, isEnd: boolean) => void;
  /** In percent of the paper's size. */
  onZoom: (percent: number) => void;
  onFound: (found: Found) => void;
  /** A page was drawn. */
  onDrawn: () => void;
  /** The text of a page is there, or is there again after it was drawn anew. */
  onText: (page: number) => void;
  /** Somebody pressed a link that leads out of the document. */
  onLink: (address: string) => void;
}

/** The end counts as seen this close to it, in CSS pixels: the gap below the last page, and fractions. */
const END_PX = 16;

const FIT_WIDTH = "page-width";

/** Pixels a page's canvas may have; larger ones are drawn coarser, so that memory stays bounded. */
const CANVAS_MAX_PIXELS = 8_000_000;

/** `FindState.PENDING` of pdf.js. */
const STATE_PENDING = 3;

/** The words of the engine's own controls, none of which are shown here. */
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

/** Links of a document: to its pages as they are, to https after a question, to anything else nowhere. */
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

  // Named actions, layers and scripts of a document do nothing here.
  override executeNamedAction(): void {}
  override async executeSetOCGState(): Promise<void> {}
}

/** The pages of one document in one element: pdf.js draws those that are near, with their text above them. */
export class ReaderView {
  readonly links: Links;
  readonly #bus = new EventBus();
  readonly #viewer: PDFViewer;
  readonly #finder: Finder;
  readonly #events: ViewEvents;
  readonly #end = new AbortController();
  readonly #container: HTMLDivElement;
  #query = "";
  #isFitted = true;

  /** `pagesWith` for a long document, of which find reads the pages that the index names first. */
  constructor(
    container: HTMLDivElement,
    { file, first }: { file: PDFDocumentProxy; first: PDFPageProxy },
    start: Spot,
    events: ViewEvents,
    pagesWith: PagesWith | undefined,
  ) {
    this.#container = container;
    this.#events = events;
    const eventBus = this.#bus;
    this.links = new Links(eventBus, events.onLink);
    this.#finder = new Finder(
      eventBus,
      this.links,
      pagesWith && (async (words) => this.#orDrawn(await pagesWith(words))),
    );
    this.#viewer = new PDFViewer({
      container,
      eventBus,
      linkService: this.links,
      findController: this.#finder,
      annotationMode: AnnotationMode.ENABLE,
      annotationEditorMode: AnnotationEditorType.DISABLE,
      imageResourcesPath: iconsUrl,
      maxCanvasPixels: CANVAS_MAX_PIXELS,
      removePageBorders: true,
      // The package's types know neither other words nor the signal.
      l10n: noWords as never,
      ...({ abortSignal: this.#end.signal } as object),
    });
    this.links.setViewer(this.#viewer);
    eventBus.on("pagesinit", () => {
      this.#viewer.currentScaleValue = FIT_WIDTH;
      this.#goToSpot(start);
    });
    let isNamed = false;
    eventBus.on("pagerendered", () => {
      // Once the first is seen: of a long document it takes as long as drawing a page.
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
      events.onSpot({ page: location.pageNumber, above }, scrollTop + clientHeight >= scrollHeight - END_PX);
    });
    eventBus.on("pagechanging", ({ pageNumber }: { pageNumber: number }) => events.onPage(pageNumber));
    eventBus.on("scalechanging", ({ scale }: { scale: number }) => events.onZoom(Math.round(scale * 100)));
    eventBus.on("pagerendered", () => events.onDrawn());
    eventBus.on("textlayerrendered", ({ pageNumber }: { pageNumber: number }) => {
      events.onText(pageNumber);
      void this.#repairStructure(pageNumber);
    });
    const tell = (state: { matchesCount: { current: number; total: number }; state?: number }) =>
      !this.#finder.isWaiting &&
      events.onFound({
        ...state.matchesCount,
        isPending: state.state === STATE_PENDING || this.#finder.areOthersPending,
      });
    eventBus.on("updatefindmatchescount", tell);
    eventBus.on("updatefindcontrolstate", tell);
    this.#listen();
    this.links.setDocument(file);
    // Pages are made in the size in which they will be shown: otherwise all of them are made anew for it.
    const width = first.getViewport({ scale: PixelsPerInch.PDF_TO_CSS_UNITS }).width;
    this.#viewer._currentScale = container.clientWidth / width;
    this.#viewer.setDocument(file);
  }

  destroy(): void {
    this.#end.abort();
    // The package's types leave out that nothing may be shown.
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

  #goToSpot({ page, above }: Spot): void {
    if (page > 1) this.goTo(page);
    const shown = this.#viewer.getPageView(page - 1)?.div;
    if (shown && above > 0) this.#container.scrollTop = shown.offsetTop + above * shown.offsetHeight;
  }

  /** A page with its text, while both are drawn. */
  drawn(page: number): { page: HTMLElement; text: HTMLElement } | undefined {
    const element: HTMLElement | undefined = this.#viewer.getPageView(page - 1)?.div;
    const text = element?.querySelector<HTMLElement>(".textLayer");
    return element && text && !text.hidden ? { page: element, text } : undefined;
  }

  /** The pages that are drawn, and their text. */
  allDrawn(): { number: number; page: HTMLElement; text: HTMLElement }[] {
    const pages = this.#container.querySelectorAll<HTMLElement>(".page[data-loaded]");
    return [...pages].flatMap(({ dataset }) => {
      const number = Number(dataset.pageNumber);
      const drawn = this.drawn(number);
      return drawn ? [{ number, ...drawn }] : [];
    });
  }

  /** Repairs the tree that tells screen readers what the texts of a page are; pdf.js makes it once for each page. */
  async #repairStructure(page: number): Promise<void> {
    const layer: { render: () => Promise<Element | undefined> } | null = this.#viewer.getPageView(
      page - 1,
    )?.structTreeLayer;
    // A file without a structure has none; a broken one is told by pdf.js.
    const tree = await layer?.render().catch(() => undefined);
    if (tree) repairRoles(tree);
  }

  /** Adds the pages that are drawn: their words are found as soon as those of the pages that the index names. */
  #orDrawn(pages: ReadonlySet<number> | undefined): ReadonlySet<number> | undefined {
    return pages && new Set([...pages, ...this.allDrawn().map(({ number }) => number)]);
  }

  zoom(steps: number): void {
    this.#isFitted = false;
    this.#viewer.updateScale({ steps });
  }

  fitWidth(): void {
    this.#isFitted = true;
    this.#viewer.currentScaleValue = FIT_WIDTH;
  }

  rotate(): void {
    this.#viewer.pagesRotation = (this.#viewer.pagesRotation + 90) % 360;
    if (this.#isFitted) this.fitWidth();
  }

  /** Marks all places with these words and shows the next one. */
  async find(query: string, isBackwards = false): Promise<void> {
    const isAgain = query !== "" && query === this.#query;
    this.#query = query;
    if (isAgain && this.#finder.isWaiting) return;
    if (!isAgain) {
      this.#events.onFound({ current: 0, total: 0, isPending: true });
      if (!(await this.#finder.prepare(query))) return;
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

  /** Takes the marks away. `isSelecting`: the place that is shown stays selected, as in browsers, to be marked or copied. */
  stopFinding(isSelecting = false): void {
    if (this.#query === "") return;
    const found = isSelecting ? foundWords(this.#container) : undefined;
    this.#query = "";
    this.#finder.cancel();
    // Only then are the marks gone, and the words in nodes that stay.
    if (found) this.#bus.on("updatetextlayermatches", () => select(found), { once: true });
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
