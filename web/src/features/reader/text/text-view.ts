import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { NoteText } from "@/data/notes/note-text";
import { onTextScaleChange, textScale } from "@/lib/browser/text-size";
import { TextFindController } from "../find/find-controller";
import type { BlockPlace, NoteView, RenderedPage, ScrollPosition, ViewEvents } from "../note-view";
import { contentOf } from "./blocks";
import { Crops } from "./crops";
import { addFont } from "./fonts";
import { PageList } from "./page-list";
import { inText, onPage } from "./places";
import { renderBlocks } from "./render-page";
import {
  changeTextSettings,
  changeTextSize,
  DEFAULT_SETTINGS,
  onTextSettingsChange,
  textSettings,
} from "./text-settings";

/** Tolerance for the end of the document, in CSS pixels. */
const END_PX = 16;

/** Height of a page without text and of its marker, in lines. */
const EMPTY_LINES = 4;

/** Average height of the space after a block, in lines. */
const GAP_LINES = 0.8;

/** Average width of a character, as a multiple of the text size. */
const CHARACTER_WIDTH = 0.5;

/** Distance of the wheel that changes the text size by one step, and the distance of one line, in CSS pixels. */
const [ZOOM_STEP_PX, LINE_PX] = [100, 34];

/** Default text size of the app, in CSS pixels. */
const TEXT_PX = 16;

interface TextViewOptions {
  text: NoteText;
  /** Number of pages of the file. */
  pages: number;
  /** File from which the crops are rendered. */
  file: Promise<PDFDocumentProxy>;
  start: ScrollPosition;
  /** Exact place at the last visit, if it is the place of `start`. */
  startBlock?: BlockPlace | undefined;
}

/** View of a note as text that adapts to the window. Only pages near the viewport are rendered. */
export class TextView implements NoteView {
  readonly #container: HTMLElement;
  readonly #root: HTMLElement;
  readonly #events: ViewEvents;
  readonly #byNumber: ReadonlyMap<number, NoteText["pages"][number]>;
  readonly #list: PageList;
  readonly #crops: Crops;
  readonly #finder: TextFindController;
  readonly #file: Promise<PDFDocumentProxy>;
  readonly #end = new AbortController();
  #anchor: ReturnType<PageList["anchor"]>;
  #frame = 0;
  #page = 0;
  #width = 0;
  /** Lines of each page at a width of one character per line. */
  readonly #estimates = new Map<number, { characters: number; blocks: number }>();

  constructor(container: HTMLElement, root: HTMLElement, options: TextViewOptions, events: ViewEvents) {
    const { text, pages, file, start, startBlock } = options;
    this.#container = container;
    this.#root = root;
    this.#events = events;
    this.#file = file;
    this.#byNumber = new Map(text.pages.map((page) => [page.page, page]));
    root.lang = text.language ?? "";
    this.#crops = new Crops(file, container);
    this.#applySettings();
    this.#list = new PageList(container, root, pages, {
      estimate: (page, width) => this.#estimate(page, width),
      render: (page, element) => this.#render(page, element),
      onRendered: (page) => {
        const element = this.#list.element(page);
        const shown = this.#byNumber.get(page);
        if (element && shown) this.#crops.add(page, element, contentOf(shown));
        this.#redraw(page);
      },
      onEmptied: (page) => this.#crops.remove(page),
    });
    this.#finder = new TextFindController(this, text.pages, events.onFindResult);
    this.#goToPlace(start, startBlock);
    this.#listen();
    this.#report();
    events.onZoom(textSettings().sizePercent);
    events.onPageRendered();
  }

  get page(): number {
    return this.#list.pageAt(this.#container.scrollTop);
  }

  /** Place at the upper edge of the viewport. `undefined` before the first block of a page. */
  get place(): BlockPlace | undefined {
    const edge = this.#container.getBoundingClientRect().top;
    const number = this.page;
    const blocks = [...(this.#list.element(number)?.querySelectorAll<HTMLElement>("[data-block]") ?? [])];
    const element = blocks.find((each) => each.getBoundingClientRect().bottom > edge + 1) ?? blocks.at(-1);
    if (!element) return undefined;
    const { top, height } = element.getBoundingClientRect();
    const block = Number(element.dataset.block);
    if (block === 0 && top >= edge - 1) return undefined;
    return { page: number, block, above: height > 0 ? Math.min(1, Math.max(0, (edge - top) / height)) : 0 };
  }

  goTo(page: number): void {
    const number = Math.min(Math.max(1, Math.trunc(page)), this.#list.count);
    this.#scrollTo(this.#list.show(number));
  }

  async goToDestination(destination: string | unknown[]): Promise<void> {
    const file = await this.#file;
    const target = typeof destination === "string" ? await file.getDestination(destination) : destination;
    const page: unknown = target?.[0];
    if (typeof page === "number") this.goTo(page + 1);
    else if (page) this.goTo((await file.getPageIndex(page as Parameters<PDFDocumentProxy["getPageIndex"]>[0])) + 1);
  }

  renderedPage(page: number): RenderedPage | undefined {
    const element = this.#list.isRendered(page) ? this.#list.element(page) : undefined;
    const text = element?.querySelector<HTMLElement>(".text-blocks");
    return element && text ? { page: element, text } : undefined;
  }

  renderedPages(): readonly (RenderedPage & { number: number })[] {
    return this.#list.rendered().flatMap((number) => {
      const drawn = this.renderedPage(number);
      return drawn ? [{ number, ...drawn }] : [];
    });
  }

  zoom(steps: number): void {
    changeTextSize(steps);
  }

  fitWidth(): void {
    changeTextSettings({ sizePercent: DEFAULT_SETTINGS.sizePercent });
  }

  async find(query: string, isBackwards = false): Promise<void> {
    this.#finder.find(query, isBackwards);
    this.#onScroll();
  }

  stopFinding(isSelecting = false): void {
    this.#finder.stop(isSelecting);
  }

  destroy(): void {
    this.#end.abort();
    cancelAnimationFrame(this.#frame);
    this.#crops.destroy();
    this.#root.replaceChildren();
  }

  #render(number: number, element: HTMLElement): void {
    const marker = document.createElement("p");
    marker.className = "text-page-marker";
    marker.lang = "en";
    marker.textContent = `Page ${number}`;
    const blocks = document.createElement("div");
    blocks.className = "text-blocks";
    const page = this.#byNumber.get(number);
    if (page) renderBlocks(blocks, page);
    element.append(marker, blocks);
  }

  #estimate(number: number, width: number): number {
    const known = this.#estimates.get(number) ?? this.#measure(number);
    const { sizePercent, lineSpacing, widthChars } = textSettings();
    const size = (TEXT_PX * textScale() * sizePercent) / 100;
    const fitting = (width || widthChars * size) / (size * CHARACTER_WIDTH);
    const lines = known.characters / Math.min(widthChars, fitting) + known.blocks * GAP_LINES + EMPTY_LINES;
    return Math.round(lines * size * lineSpacing);
  }

  #measure(number: number): { characters: number; blocks: number } {
    const blocks = contentOf(this.#byNumber.get(number) ?? { page: number, width: 0, height: 0, blocks: [] });
    const characters = blocks.reduce((sum, { text }) => sum + text.length, 0);
    const measured = { characters, blocks: blocks.length };
    this.#estimates.set(number, measured);
    return measured;
  }

  /** Draws everything that lies over the words of a page. */
  #redraw(page: number): void {
    this.#finder.draw(page);
    this.#events.onTextLayer(page);
  }

  #scrollTo(element: HTMLElement | undefined, above = 0): void {
    if (!element) return;
    // The pages around it become taller or shorter when they are rendered.
    for (const _ of [1, 2]) {
      const edge = this.#container.getBoundingClientRect().top;
      const { top, height } = element.getBoundingClientRect();
      this.#container.scrollTop += top - edge + above * height;
      this.#list.update();
    }
    this.#report();
  }

  #goToPlace(start: ScrollPosition, startBlock: BlockPlace | undefined): void {
    const page = this.#byNumber.get(start.page);
    const isSame = startBlock?.page === start.page && page && isNear(start, onPage(page, startBlock));
    const place = isSame ? startBlock : inText(page, start);
    const element = this.#list.show(Math.min(Math.max(1, start.page), this.#list.count));
    const block = place && element?.querySelector<HTMLElement>(`[data-block="${place.block}"]`);
    this.#scrollTo(block ?? element, place?.above ?? 0);
  }

  #report(): void {
    // Removed from the document: nothing can be measured.
    if (!this.#container.isConnected) return;
    const { scrollTop, clientHeight, scrollHeight } = this.#container;
    this.#anchor = this.#list.anchor();
    const number = this.page;
    const place = this.place;
    const page = this.#byNumber.get(number);
    const spot = place && page ? onPage(page, place) : { page: number, scrolledFraction: 0 };
    this.#events.onScroll(spot, scrollTop + clientHeight >= scrollHeight - END_PX, place);
    if (number === this.#page) return;
    this.#page = number;
    this.#events.onPage(number);
  }

  #onScroll(): void {
    this.#list.update();
    this.#report();
  }

  #applySettings(): void {
    const { sizePercent, lineSpacing, widthChars, font, theme } = textSettings();
    addFont(font);
    this.#root.style.setProperty("--text-size", `${sizePercent / 100}rem`);
    this.#root.style.setProperty("--text-spacing", `${lineSpacing}`);
    this.#root.style.setProperty("--text-width", `${widthChars * CHARACTER_WIDTH}em`);
    this.#root.dataset.font = font;
    this.#container.dataset.textTheme = theme;
    this.#crops.resize((textScale() * sizePercent) / 100);
  }

  /** Lays out the text again without losing the place. */
  #layOutAgain(): void {
    const anchor = this.#anchor;
    this.#list.estimateAgain();
    this.#crops.resize((textScale() * textSettings().sizePercent) / 100);
    if (anchor) this.#list.restore(anchor);
    this.#list.update();
    for (const number of this.#list.rendered()) this.#redraw(number);
    this.#report();
  }

  #listen(): void {
    const { signal } = this.#end;
    const container = this.#container;
    const onScroll = () => {
      cancelAnimationFrame(this.#frame);
      this.#frame = requestAnimationFrame(() => this.#onScroll());
    };
    container.addEventListener("scroll", onScroll, { signal, passive: true });
    const stop = onTextSettingsChange(() => {
      this.#applySettings();
      this.#layOutAgain();
      this.#events.onZoom(textSettings().sizePercent);
    });
    signal.addEventListener("abort", stop);
    signal.addEventListener(
      "abort",
      onTextScaleChange(() => this.#layOutAgain()),
    );
    let turnedPx = 0;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      turnedPx += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX);
      const steps = Math.trunc(turnedPx / ZOOM_STEP_PX);
      turnedPx -= steps * ZOOM_STEP_PX;
      if (steps !== 0) this.zoom(-steps);
    };
    container.addEventListener("wheel", onWheel, { passive: false, signal });
    // Another font has other widths.
    document.fonts?.addEventListener("loadingdone", () => this.#layOutAgain(), { signal });
    this.#width = this.#root.clientWidth;
    const resized = new ResizeObserver(() => {
      if (this.#root.clientWidth === this.#width) {
        this.#onScroll();
        return;
      }
      this.#width = this.#root.clientWidth;
      this.#layOutAgain();
    });
    resized.observe(container);
    signal.addEventListener("abort", () => resized.disconnect());
  }
}

/** Largest difference between two places that count as the same, as a fraction of a page. */
const SAME_PLACE = 0.01;

const isNear = (one: ScrollPosition, other: ScrollPosition) =>
  one.page === other.page && Math.abs(one.scrolledFraction - other.scrolledFraction) <= SAME_PLACE;
