import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TextBlock } from "@/data/notes/note-text";
import { Crops } from "./crops";

const figure = (x: number, y: number, width: number): TextBlock => ({
  kind: "figure",
  text: "",
  box: [x, y, width, 50],
});
const blocks = [figure(100, 100, 96), figure(100, 400, 96), figure(0, 0, 4000)];

const render = vi.fn((_: { canvas: HTMLCanvasElement; viewport: object }) => ({
  promise: Promise.resolve(),
  cancel: () => undefined,
}));
const getPage = vi.fn(async () => ({ getViewport: (viewport: object) => viewport, render }));
const draw = vi.fn();
let see: (elements: Element[], isIntersecting: boolean) => void;

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(report: (entries: object[]) => void) {
        see = (elements, isIntersecting) => report(elements.map((target) => ({ target, isIntersecting })));
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("devicePixelRatio", 2);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({ drawImage: draw } as never);
  vi.spyOn(HTMLCanvasElement.prototype, "getBoundingClientRect").mockImplementation(function size(
    this: HTMLCanvasElement,
  ) {
    return new DOMRect(0, 0, Number.parseFloat(this.style.width), 50);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Adds a page with these figures and returns them. */
function page(crops: Crops, number: number, shown: readonly number[]): HTMLElement[] {
  const element = document.createElement("div");
  Object.defineProperty(element, "clientWidth", { value: 400 });
  element.innerHTML = shown
    .map((index) => `<div class="text-crop" data-block="${index}"><canvas></canvas></div>`)
    .join("");
  crops.add(number, element, blocks);
  return [...element.querySelectorAll<HTMLElement>(".text-crop")];
}
const sizeOf = (crop: HTMLElement | undefined) => {
  const canvas = crop?.querySelector("canvas");
  return [canvas?.width, canvas?.height];
};

test("S2.text.2 all crops of a page are cut from one rendered image, each at its own position", async () => {
  const crops = new Crops(Promise.resolve({ getPage }) as never, document.body);
  const [first, second] = page(crops, 1, [0, 1]);
  const [other] = page(crops, 2, [0]);
  see([first, second, other] as Element[], true);
  await vi.waitFor(() => expect(render).toHaveBeenCalledTimes(2));
  // 2 pixels per CSS pixel, 96 CSS pixels per 72 points, and a margin of 2 points.
  const scale = (2 * 96) / 72;
  const size = [Math.ceil(100 * scale), Math.ceil(54 * scale)];
  await vi.waitFor(() => expect([first, second, other].map(sizeOf)).toEqual([size, size, size]));
  const place = {
    scale: expect.closeTo(scale),
    offsetX: expect.closeTo(-98 * scale),
    offsetY: expect.closeTo(-98 * scale),
  };
  expect(render.mock.calls[0]?.[0].viewport).toEqual(place);
  expect(draw.mock.calls.map(([, x, y]) => [x, y])).toEqual([
    [-0, -0],
    [-0, -Math.round(300 * scale)],
    [-0, -0],
  ]);
  see([first] as Element[], true);
  await new Promise((resolve) => setTimeout(resolve));
  expect(render, "nothing has changed").toHaveBeenCalledTimes(2);
});

test("S2.text.2 a crop of another scale is rendered separately, and one that left the viewport is not rendered", async () => {
  const crops = new Crops(Promise.resolve({ getPage }) as never, document.body);
  const [first, second, wide] = page(crops, 1, [0, 1, 2]);
  see([first, second, wide] as Element[], true);
  see([second] as Element[], false);
  await vi.waitFor(() => expect(render).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(sizeOf(wide)[0]).toBeGreaterThan(1000));
  expect(sizeOf(first)[0]).toBeGreaterThan(0);
  expect(sizeOf(second)).toEqual([0, 0]);
});
