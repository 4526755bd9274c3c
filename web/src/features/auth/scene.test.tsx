import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Scene } from "./scene";

const startScene = vi.hoisted(() => vi.fn<(host: HTMLElement) => (() => void) | undefined>());
vi.mock("./moving-scene", () => ({ startScene }));

let whenIdle: (() => void) | undefined;

function drawWith(context: object | null) {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as null);
}

/** Simulates a browser that reports its renderer. */
function drawBy(renderer: string, loseContext = vi.fn()) {
  const extensions: Record<string, object> = {
    WEBGL_debug_renderer_info: { UNMASKED_RENDERER_WEBGL: 37446 },
    WEBGL_lose_context: { loseContext },
  };
  drawWith({
    getExtension: (name: string) => extensions[name],
    getParameter: (name: number) => (name === 37446 ? renderer : ""),
  });
}

beforeEach(() => {
  startScene.mockReset().mockReturnValue(() => undefined);
  whenIdle = undefined;
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("requestIdleCallback", (work: () => void) => {
    whenIdle = work;
    return 1;
  });
  vi.stubGlobal("cancelIdleCallback", () => undefined);
  // By default the browser does not report its renderer.
  drawWith({ getExtension: () => null });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const fetched = () => act(async () => void (await import("./moving-scene")));

test("S2.auth.8 the moving scene is fetched when the page has nothing else to do", async () => {
  const { container } = render(<Scene />);
  await fetched();
  expect(startScene).not.toHaveBeenCalled();
  act(() => whenIdle?.());
  await fetched();
  expect(container.querySelector("[data-moving]")).not.toBeNull();
  expect(startScene).toHaveBeenCalledOnce();
});

test("S2.auth.8 where the page was left while it was fetched, nothing moves", async () => {
  const { unmount } = render(<Scene />);
  act(() => whenIdle?.());
  unmount();
  await fetched();
  expect(startScene).not.toHaveBeenCalled();
});

test("behind the form nothing moves where the browser itself says that drawing is slow", async () => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation((_kind: string, wanted?: object) =>
    wanted && "failIfMajorPerformanceCaveat" in wanted && wanted.failIfMajorPerformanceCaveat
      ? null
      : ({ getExtension: () => null } as unknown as null),
  );
  const { container } = render(<Scene />);
  act(() => whenIdle?.());
  await fetched();
  expect(container.querySelector("svg path")).not.toBeNull();
  expect(startScene).not.toHaveBeenCalled();
});

test.each([
  "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)",
  "llvmpipe (LLVM 15.0.7, 256 bits)",
  "softpipe",
  "Apple Software Renderer",
  "Microsoft Basic Render Driver",
])("behind the form nothing moves where the processor would draw it: %s", async (renderer) => {
  drawBy(renderer);
  const { container } = render(<Scene />);
  act(() => whenIdle?.());
  await fetched();
  expect(container.querySelector("svg path")).not.toBeNull();
  expect(container.querySelector("[data-moving]")).toBeNull();
  expect(startScene).not.toHaveBeenCalled();
});

test("a graphics card draws the moving scene, and the one canvas that it was asked with is given back", async () => {
  const loseContext = vi.fn();
  drawBy("ANGLE (NVIDIA, NVIDIA GeForce GTX 1060, OpenGL 4.6)", loseContext);
  const { container } = render(<Scene />);
  act(() => whenIdle?.());
  await fetched();
  expect(container.querySelector("[data-moving]")).not.toBeNull();
  expect(loseContext).toHaveBeenCalledOnce();
});

test("the drawing stays where the browser cannot draw the scene", async () => {
  drawWith(null);
  const { container } = render(<Scene />);
  act(() => whenIdle?.());
  await fetched();
  expect(container.querySelector("svg path")).not.toBeNull();
  expect(startScene).not.toHaveBeenCalled();
});

test("the drawing stays where the scene finds that it cannot be started", async () => {
  startScene.mockReturnValueOnce(undefined);
  const { container } = render(<Scene />);
  act(() => whenIdle?.());
  await fetched();
  expect(startScene).toHaveBeenCalledOnce();
  expect(container.querySelector("[data-moving]")).toBeNull();
});

test("S2.auth.8 under reduced motion or data saving the scene is not even waited for", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(prefers-reduced-motion: reduce)" }));
  const { container } = render(<Scene />);
  expect(container.querySelector("svg path")).not.toBeNull();
  expect(whenIdle).toBeUndefined();
  cleanup();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  render(<Scene />);
  expect(whenIdle).toBeUndefined();
  cleanup();
  vi.stubGlobal("navigator", { connection: { saveData: false } });
  render(<Scene />);
  expect(whenIdle).toBeDefined();
});

test("a browser that cannot say when it is idle gets the scene after two seconds", async () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  vi.useFakeTimers();
  render(<Scene />);
  vi.advanceTimersByTime(1999);
  expect(HTMLCanvasElement.prototype.getContext).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await fetched();
  expect(startScene).toHaveBeenCalledOnce();
});

test("leaving the page before it is idle, or while the scene moves, ends it", async () => {
  const cancelIdle = vi.fn();
  vi.stubGlobal("cancelIdleCallback", cancelIdle);
  render(<Scene />).unmount();
  expect(cancelIdle.mock.calls).toEqual([[1]]);
  const stop = vi.fn();
  startScene.mockReturnValueOnce(stop);
  const { unmount } = render(<Scene />);
  act(() => whenIdle?.());
  await fetched();
  expect(startScene).toHaveBeenCalledOnce();
  expect(stop).not.toHaveBeenCalled();
  unmount();
  expect(stop).toHaveBeenCalledOnce();
});
