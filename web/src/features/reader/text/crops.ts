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

/** Scales with a smaller difference, in pixels per point, are the same. */
const SAME_SCALE = 0.01;

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

/**
 * Parts of pages that are shown as pictures. Each is rendered while it is near the viewport, at the resolution of the
 * screen.
 */
export class Crops {
  readonly #file: Promise<PDFDocumentProxy>;
  readonly #crops = new Map<Element, Crop>();
  readonly #near = new Set<Element>();
  readonly #observer: IntersectionObserver;
  readonly #tasks = new Set<RenderTask>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  /** Renders one page after the other. */
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

  /** Returns the pixels per point at which a crop is as sharp as the screen, or 0 if it is so already or is not near. */
  #missingScale(element: Element, { box, canvas, renderedAt }: Crop): number {
    if (!this.#near.has(element)) return 0;
    const [, , width, height] = withMargin(box);
    const wanted = (canvas.getBoundingClientRect().width / width) * devicePixelRatio;
    const scale = Math.min(wanted, Math.sqrt(MAX_PIXELS / (width * height)));
    return scale > 0 && Math.abs(scale - renderedAt) >= SAME_SCALE ? scale : 0;
  }

  /** Renders a crop, and the others of its page that have the same scale, because pdf.js reads the whole page each time. */
  async #render(element: Element): Promise<void> {
    const crop = this.#crops.get(element);
    const scale = crop && !this.#isOver ? this.#missingScale(element, crop) : 0;
    if (!crop || scale === 0) return;
    const page = await (await this.#file).getPage(crop.page);
    const same = [...this.#crops].filter(
      ([each, other]) => other.page === crop.page && Math.abs(this.#missingScale(each, other) - scale) < SAME_SCALE,
    );
    if (this.#isOver || !same.some(([each]) => each === element)) return;
    const all = union(same.map(([, { box }]) => withMargin(box)));
    const isLarge = all[2] * all[3] * scale * scale > MAX_PIXELS;
    const rendered = isLarge ? same.filter(([each]) => each === element) : same;
    const [left, top, width, height] = isLarge ? withMargin(crop.box) : all;
    // Rendered into a separate canvas, so that the earlier picture stays until the new one is complete.
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    const viewport = page.getViewport({ scale, offsetX: -left * scale, offsetY: -top * scale });
    const task = page.render({ canvas, viewport });
    this.#tasks.add(task);
    try {
      await task.promise;
      for (const [each, { box, canvas: shown }] of rendered) {
        const current = this.#crops.get(each);
        if (this.#isOver || !current || !this.#near.has(each)) continue;
        const [x, y, across, down] = withMargin(box);
        shown.width = Math.ceil(across * scale);
        shown.height = Math.ceil(down * scale);
        // Whole pixels keep the picture sharp.
        shown.getContext("2d")?.drawImage(canvas, -Math.round((x - left) * scale), -Math.round((y - top) * scale));
        current.renderedAt = scale;
      }
    } finally {
      this.#tasks.delete(task);
      // Safari keeps the memory of a canvas for a while otherwise.
      canvas.width = 0;
      canvas.height = 0;
    }
  }
}

/** Returns the smallest box around boxes. */
function union(boxes: readonly TextBlock["box"][]): TextBlock["box"] {
  const [left, top] = [Math.min(...boxes.map(([x]) => x)), Math.min(...boxes.map(([, y]) => y))];
  const right = Math.max(...boxes.map(([x, , width]) => x + width));
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}

function withMargin([left, top, width, height]: TextBlock["box"]): TextBlock["box"] {
  return [left - MARGIN_PT, top - MARGIN_PT, width + 2 * MARGIN_PT, height + 2 * MARGIN_PT];
}

function release(crop: Crop): void {
  crop.canvas.width = 0;
  crop.canvas.height = 0;
  crop.renderedAt = 0;
}
