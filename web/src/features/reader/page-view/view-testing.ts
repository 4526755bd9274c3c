import { vi } from "vitest";

/** Simulated parts of pdf.js for tests of the view: a bus for events, a viewer with pages of 200 px, and links. */

type Listener = (detail: never) => void;

export class FakeBus {
  readonly dispatched: [name: string, detail: object][] = [];
  readonly #listeners = new Map<string, Listener[]>();

  on(name: string, listener: Listener, options?: { once?: boolean }): void {
    const list = this.#listeners.get(name) ?? [];
    this.#listeners.set(name, list);
    const called: Listener = (detail) => {
      if (options?.once) list.splice(list.indexOf(called), 1);
      listener(detail);
    };
    list.push(called);
  }

  /** Dispatches an event as pdf.js does. */
  emit(name: string, detail: object = {}): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(detail as never);
  }

  dispatch(name: string, detail: object): void {
    this.dispatched.push([name, detail]);
  }
}

/** Width of a page at scale 1, and height of every page, in CSS pixels. */
export const PAGE_WIDTH_PX = 500;
export const PAGE_HEIGHT_PX = 200;

interface PageView {
  div: HTMLElement;
  width: number;
  scale: number;
  structTreeLayer?: { render: () => Promise<Element | undefined> };
}

export const pdf = {
  bus: new FakeBus(),
  viewer: undefined as unknown as FakeViewer,
  finder: undefined as unknown as FakeFinder,
  pinch: (_origin: [number, number], _before: number, _now: number): void => undefined,
  /** Call order of `setDocument` of viewer and links. */
  documents: [] as unknown[],
};

export class FakeViewer {
  readonly options: { container: HTMLElement; abortSignal: AbortSignal };
  pages: PageView[] = [];
  currentPageNumber = 1;
  _currentScale = 0;
  currentScale = 0;
  currentScaleValue = "";
  pagesRotation = 0;
  readonly updateScale = vi.fn();
  readonly scrollPageIntoView = vi.fn();

  constructor(options: FakeViewer["options"]) {
    this.options = options;
    pdf.viewer = this;
  }

  get pagesCount(): number {
    return this.pages.length;
  }

  setDocument(file: { numPages: number } | null): void {
    pdf.documents.push(file);
    if (!file) return;
    this.pages = Array.from({ length: file.numPages }, (_, index) => {
      const div = document.createElement("div");
      div.className = "page";
      div.dataset.pageNumber = `${index + 1}`;
      Object.defineProperty(div, "offsetTop", { value: index * PAGE_HEIGHT_PX });
      Object.defineProperty(div, "offsetHeight", { value: PAGE_HEIGHT_PX });
      this.options.container.append(div);
      return { div, width: PAGE_WIDTH_PX, scale: 1 };
    });
  }

  getPageView(index: number): PageView | undefined {
    return this.pages[index];
  }
}

export class FakeLinks {
  setViewer(): void {}
  setDocument(file: unknown): void {
    pdf.documents.push(file);
  }
  executeNamedAction(): void {
    throw new Error("A document may trigger no action.");
  }
  executeSetOCGState(): void {
    throw new Error("A document may not change its layers.");
  }
}

export class FakeFinder {
  isWaiting = false;
  areOthersPending = false;
  readonly prepare = vi.fn(async (_query: string) => true);
  readonly cancel = vi.fn();
  readonly candidates: ((words: string) => Promise<ReadonlySet<number> | undefined>) | undefined;

  constructor(_bus: FakeBus, _links: unknown, candidates: FakeFinder["candidates"]) {
    this.candidates = candidates;
    pdf.finder = this;
  }
}

class TouchManager {
  constructor({ onPinching }: { onPinching: typeof pdf.pinch }) {
    pdf.pinch = onPinching;
  }
}

class Bus extends FakeBus {
  constructor() {
    super();
    pdf.bus = this;
  }
}

export const pdfModule = {
  AnnotationEditorType: {},
  AnnotationMode: {},
  PixelsPerInch: { PDF_TO_CSS_UNITS: 1 },
  TouchManager,
};
export const viewerModule = { EventBus: Bus, PDFLinkService: FakeLinks, PDFViewer: FakeViewer };
