import type { Group, OrthographicCamera, Scene } from "three";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { animateBackground } from "./animate-background";
import { sheets } from "./background-sheets";

const screen = vi.hoisted(() => ({
  hasWebGl: true,
  sizes: [] as number[][],
  ratio: 0,
  drawn: undefined as { scene: Scene; camera: OrthographicCamera } | undefined,
  isDisposed: false,
}));
vi.mock("three", async (original) => ({
  ...(await original<object>()),
  WebGLRenderer: class {
    domElement = document.createElement("canvas");
    constructor() {
      if (!screen.hasWebGl) throw new Error("There is no WebGL.");
    }
    setPixelRatio(ratio: number) {
      screen.ratio = ratio;
    }
    setSize(...size: number[]) {
      screen.sizes.push(size);
    }
    render(scene: Scene, camera: OrthographicCamera) {
      screen.drawn = { scene, camera };
    }
    dispose() {
      screen.isDisposed = true;
    }
  },
}));

const listeners = new Set<() => void>();
/** True if the user prefers reduced motion. */
let isCalm = false;
let nextFrame: ((nowMs: number) => void) | undefined;
let resized: (() => void) | undefined;
let host: HTMLElement;

beforeEach(() => {
  Object.assign(screen, { hasWebGl: true, sizes: [], drawn: undefined, isDisposed: false });
  listeners.clear();
  [isCalm, nextFrame] = [false, undefined];
  host = document.createElement("div");
  setSize(1440, 900);
  vi.stubGlobal("requestAnimationFrame", (draw: (nowMs: number) => void) => {
    nextFrame = draw;
    return 1;
  });
  vi.stubGlobal("cancelAnimationFrame", () => {
    nextFrame = undefined;
  });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(watcher: () => void) {
        resized = watcher;
      }
      observe() {}
      disconnect() {
        resized = undefined;
      }
    },
  );
  vi.stubGlobal("matchMedia", (query: string) => ({
    get matches() {
      return isCalm && query.includes("reduced-motion");
    },
    addEventListener: (_change: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_change: string, listener: () => void) => listeners.delete(listener),
  }));
  // jsdom has no canvas.
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
});
afterEach(() => {
  hidePage(false);
  stop?.();
});

let stop: (() => void) | undefined;
function start() {
  stop = animateBackground(host);
}

function setSize(width: number, height: number) {
  Object.defineProperties(host, {
    clientWidth: { value: width, configurable: true },
    clientHeight: { value: height, configurable: true },
  });
}

function hidePage(isHidden: boolean) {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

function sheetsAt(seconds: number): Group[] {
  nextFrame?.(5000 + seconds * 1000);
  return (screen.drawn?.scene.children ?? []) as Group[];
}

test("each sheet of the animation starts at its position in the static drawing, so that the switch is invisible", () => {
  start();
  const flying = sheetsAt(0);
  expect(flying.map(({ position: { x, y }, scale }) => ({ x, y: -y, scale: scale.x }))).toEqual(
    sheets.map(({ x, y, scale }) => ({ x, y, scale })),
  );
  const turns = flying.map(({ rotation: { x, y, z } }) => [x, y, Math.round((-z * 180) / Math.PI)]);
  expect(turns).toEqual(sheets.map(({ rotationDeg }) => [0, 0, rotationDeg]));
  expect(host.querySelectorAll("canvas")).toHaveLength(1);
});

/** Returns the positions of each sheet at every second of a minute. */
function paths(): { x: number; y: number }[][] {
  const seconds = Array.from({ length: 60 }, (_, at) => sheetsAt(at).map(({ position: { x, y } }) => ({ x, y })));
  return sheets.map((_, order) => seconds.flatMap((places) => places[order] ?? []));
}

test("the sheets float slowly and stay near their positions", () => {
  start();
  const all = paths();
  expect(all.flat()).toHaveLength(60 * sheets.length);
  const steps = all.flatMap((path) =>
    path.slice(1).map(({ x, y }, before) => Math.hypot(x - (path[before]?.x ?? 0), y - (path[before]?.y ?? 0))),
  );
  // Units of a scene that is 1440 wide.
  expect(Math.max(...steps)).toBeLessThan(20);
  const widths = all.map((path) => Math.max(...path.map(({ x }) => x)) - Math.min(...path.map(({ x }) => x)));
  expect(Math.min(...widths)).toBeGreaterThan(20);
  expect(Math.max(...widths)).toBeLessThanOrEqual(52);
  const heights = all.map((path) => Math.max(...path.map(({ y }) => y)) - Math.min(...path.map(({ y }) => y)));
  expect(Math.min(...heights)).toBeGreaterThan(14);
  expect(Math.max(...heights)).toBeLessThanOrEqual(36);
});

test("the sheets move with different periods, from six to fifteen seconds", () => {
  start();
  const back = paths().map((path) => path.findIndex(({ x }, at) => at > 0 && x <= (path[0]?.x ?? 0)));
  expect(back[0]).toBe(15);
  expect(back.at(-1)).toBe(6);
});

test.each([
  [1440, 900, [0, 1440, 0, 900]],
  // Narrow windows show the middle at full height, wide ones the middle at full width.
  [450, 900, [495, 945, 0, 900]],
  [2880, 900, [0, 1440, 225, 675]],
])("in a window of %s by %s the scene is cropped like the drawing", (width, height, edges) => {
  start();
  setSize(width, height);
  resized?.();
  sheetsAt(0);
  const { left = 0, right = 0, top = 0, bottom = 0 } = screen.drawn?.camera ?? {};
  expect([left, right, 0 - top, 0 - bottom]).toEqual(edges);
  expect(screen.sizes).toEqual([
    [1440, 900],
    [width, height],
  ]);
});

test("draws nothing while the page is hidden or motion is reduced", () => {
  start();
  expect(nextFrame).toBeDefined();
  hidePage(true);
  expect(nextFrame).toBeUndefined();
  hidePage(false);
  expect(nextFrame).toBeDefined();
  isCalm = true;
  for (const listener of listeners) listener();
  expect(nextFrame).toBeUndefined();
  isCalm = false;
  for (const listener of listeners) listener();
  expect(nextFrame).toBeDefined();
});

test("a stopped animation releases all its resources", () => {
  start();
  sheetsAt(0);
  expect(listeners.size).toBe(2);
  stop?.();
  expect(host.children).toHaveLength(0);
  expect(screen.isDisposed).toBe(true);
  expect(listeners.size).toBe(0);
  expect(resized).toBeUndefined();
  hidePage(true);
  hidePage(false);
  expect(nextFrame).toBeUndefined();
});

test("without WebGL the static drawing stays", () => {
  screen.hasWebGl = false;
  expect(animateBackground(host)).toBeUndefined();
  expect(host.children).toHaveLength(0);
});

test.each([
  [1, 1],
  [1.25, 1.25],
  [3, 1.5],
])("on a screen with %s device pixels per CSS pixel, the scene is rendered with %s", (pixels, ratio) => {
  vi.stubGlobal("devicePixelRatio", pixels);
  start();
  expect(screen.ratio).toBe(ratio);
});
