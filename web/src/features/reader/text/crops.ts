import type { PDFDocumentProxy, RenderTask } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { TextBlock } from "@/data/notes/note-text";

/** Margin around the box of a crop, in points: boxes are rounded. */
const MARGIN_PT = 2;

/** CSS pixels per point. */
const PX_PER_PT = 96 / 72;

/** A crop may shrink to this part of its size before it scrolls sideways. Formulas have small parts. */
const MIN_SCALE = 0.6;
const FORMULA_MIN_SCALE = 0.85;

/** Maximum size of a rendered region, in pixels, to limit memory. */
const MAX_PIXELS = 16_000_000;

/** Distance from the viewport at which crops are rendered. */
const NEAR = "100% 0px";

/** Delay after a change of the layout before crops are rendered again, in milliseconds. */
const SETTLED_MS = 200;

interface Crop {
  page: number;
  box: TextBlock["box"];
  minScale: number;
  canvas: HTMLCanvasElement;
  /** Pixels per point at which the canvas was rendered; 0 if it is empty. */
  renderedAt: number;
}

/** Parts of pages that are shown as pictures. Each is rendered while it is near the viewport, as sharp as the screen. */
export class Crops {
  readonly #file: Promise<PDFDocumentProxy>;
  readonly #crops = new Map<Element, Crop>();
  readonly #near = new Set<Element>();
  readonly #observer: IntersectionObserver;
  readonly #tasks = new Set<RenderTask>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  /** Renders one crop after the other: each one renders a whole page. */
  #queue: Promise<void> = Promise.resolve();
  #textScale = 1;

  constructor(file: Promise<PDFDocumentProxy>, container: HTMLElement) {
    this.#file = file;
    this.#observer = new IntersectionObserver((entries) => this.#onChange(entries), {
      root: container,
      rootMargin: NEAR,
    });
  }

  /** Adds the crops of a rendered page. */
  add(page: number, element: HTMLElement, blocks: readonly TextBlock[]): void {
    for (const crop of element.querySelectorAll<HTMLElement>(".text-crop")) {
      const block = blocks[Number(crop.dataset.block)];
      const canvas = crop.querySelector("canvas");
      if (!block || !canvas) continue;
      const minScale = block.kind === "formula" ? FORMULA_MIN_SCALE : MIN_SCALE;
      this.#crops.set(crop, { page, box: block.box, minScale, canvas, renderedAt: 0 });
      this.#size(crop);
      this.#observer.observe(crop);
    }
  }

  /** Forgets the crops of a page that was emptied. */
  remove(page: number): void {
    for (const [element, crop] of this.#crops) {
      if (crop.page !== page) continue;
      this.#observer.unobserve(element);
      this.#near.delete(element);
      this.#crops.delete(element);
    }
  }

  /** Sizes all crops for a text size, as a multiple of 16 CSS pixels, and renders them again. */
  resize(textScale: number): void {
    this.#textScale = textScale;
    for (const element of this.#crops.keys()) this.#size(element);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const element of this.#near) this.#enqueue(element);
    }, SETTLED_MS);
  }

  destroy(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    for (const task of this.#tasks) task.cancel();
  }

  /** Sets the size before the crop is rendered, so that the text does not move. */
  #size(element: Element): void {
    const crop = this.#crops.get(element);
    if (!crop) return;
    const [, , width, height] = withMargin(crop.box);
    const natural = width * PX_PER_PT * this.#textScale;
    const available = element.parentElement?.clientWidth || natural;
    const shown = Math.min(natural, Math.max(available, natural * crop.minScale));
    crop.canvas.style.width = `${shown}px`;
    crop.canvas.style.aspectRatio = `${width} / ${height}`;
    const isWide = shown > available + 1;
    // A region that scrolls must be reachable by keyboard.
    if (isWide) element.setAttribute("tabindex", "0");
    else element.removeAttribute("tabindex");
  }

  #onChange(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const crop = this.#crops.get(target);
      if (isIntersecting) {
        this.#near.add(target);
        this.#enqueue(target);
      } else {
        this.#near.delete(target);
        if (crop) release(crop);
      }
    }
  }

  #enqueue(element: Element): void {
    // If rendering fails or is cancelled, the alternative text remains.
    this.#queue = this.#queue.then(() => this.#render(element)).catch(() => undefined);
  }

  async #render(element: Element): Promise<void> {
    const crop = this.#crops.get(element);
    if (this.#isOver || !crop || !this.#near.has(element)) return;
    const [left, top, width, height] = withMargin(crop.box);
    const wanted = (crop.canvas.getBoundingClientRect().width / width) * devicePixelRatio;
    const scale = Math.min(wanted, Math.sqrt(MAX_PIXELS / (width * height)));
    if (!(scale > 0) || Math.abs(scale - crop.renderedAt) < 0.01) return;
    const page = await (await this.#file).getPage(crop.page);
    if (this.#isOver || !this.#near.has(element)) return;
    // Rendered aside, so that the earlier picture stays until the new one is complete.
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    const viewport = page.getViewport({ scale, offsetX: -left * scale, offsetY: -top * scale });
    const task = page.render({ canvas, viewport });
    this.#tasks.add(task);
    await task.promise.finally(() => this.#tasks.delete(task));
    if (this.#isOver || !this.#near.has(element)) return;
    crop.canvas.width = canvas.width;
    crop.canvas.height = canvas.height;
    crop.canvas.getContext("2d")?.drawImage(canvas, 0, 0);
    crop.renderedAt = scale;
  }
}

function withMargin([left, top, width, height]: TextBlock["box"]): TextBlock["box"] {
  return [left - MARGIN_PT, top - MARGIN_PT, width + 2 * MARGIN_PT, height + 2 * MARGIN_PT];
}

function release(crop: Crop): void {
  crop.canvas.width = 0;
  crop.canvas.height = 0;
  crop.renderedAt = 0;
}
