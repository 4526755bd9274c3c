import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AuthBackground } from "./auth-background";

const startScene = vi.hoisted(() => vi.fn<(host: HTMLElement) => (() => void) | undefined>());
vi.mock("./animate-background", () => ({ animateBackground: startScene }));

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

const fetched = () => act(async () => void (await import("./animate-background")));

test("S2.auth.8 loads the animation when the page is idle", async () => {
  const { container } = render(<AuthBackground />);
  await fetched();
  expect(startScene).not.toHaveBeenCalled();
  act(() => whenIdle?.());
  await fetched();
  expect(container.querySelector("[data-moving]")).not.toBeNull();
  expect(startScene).toHaveBeenCalledOnce();
});

test("S2.auth.8 does not start the animation if the page was left while it loaded", async () => {
  const { unmount } = render(<AuthBackground />);
  act(() => whenIdle?.());
  unmount();
  await fetched();
  expect(startScene).not.toHaveBeenCalled();
});

test("does not start the animation if the browser reports slow rendering", async () => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation((_kind: string, wanted?: object) =>
    wanted && "failIfMajorPerformanceCaveat" in wanted && wanted.failIfMajorPerformanceCaveat
      ? null
      : ({ getExtension: () => null } as unknown as null),
  );
  const { container } = render(<AuthBackground />);
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
])("does not start the scene with a software renderer: %s", async (renderer) => {
  drawBy(renderer);
  const { container } = render(<AuthBackground />);
  act(() => whenIdle?.());
  await fetched();
  expect(container.querySelector("svg path")).not.toBeNull();
  expect(container.querySelector("[data-moving]")).toBeNull();
  expect(startScene).not.toHaveBeenCalled();
});

test("starts the animation with a graphics card, and releases the canvas used for the check", async () => {
  const loseContext = vi.fn();
  drawBy("ANGLE (NVIDIA, NVIDIA GeForce GTX 1060, OpenGL 4.6)", loseContext);
  const { container } = render(<AuthBackground />);
  act(() => whenIdle?.());
  await fetched();
  expect(container.querySelector("[data-moving]")).not.toBeNull();
  expect(loseContext).toHaveBeenCalledOnce();
});

test("keeps the static drawing if the browser cannot render the animation", async () => {
  drawWith(null);
  const { container } = render(<AuthBackground />);
  act(() => whenIdle?.());
  await fetched();
  expect(container.querySelector("svg path")).not.toBeNull();
  expect(startScene).not.toHaveBeenCalled();
});

test("keeps the static drawing if the animation fails to start", async () => {
  startScene.mockReturnValueOnce(undefined);
  const { container } = render(<AuthBackground />);
  act(() => whenIdle?.());
  await fetched();
  expect(startScene).toHaveBeenCalledOnce();
  expect(container.querySelector("[data-moving]")).toBeNull();
});

test("S2.auth.8 does not load the animation with reduced motion or data saving", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(prefers-reduced-motion: reduce)" }));
  const { container } = render(<AuthBackground />);
  expect(container.querySelector("svg path")).not.toBeNull();
  expect(whenIdle).toBeUndefined();
  cleanup();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  render(<AuthBackground />);
  expect(whenIdle).toBeUndefined();
  cleanup();
  vi.stubGlobal("navigator", { connection: { saveData: false } });
  render(<AuthBackground />);
  expect(whenIdle).toBeDefined();
});

test("loads the animation after 2 s in a browser without idle callbacks", async () => {
  vi.stubGlobal("requestIdleCallback", undefined);
  vi.useFakeTimers();
  render(<AuthBackground />);
  vi.advanceTimersByTime(1999);
  expect(HTMLCanvasElement.prototype.getContext).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await fetched();
  expect(startScene).toHaveBeenCalledOnce();
});

test("leaving the page cancels or stops the animation", async () => {
  const cancelIdle = vi.fn();
  vi.stubGlobal("cancelIdleCallback", cancelIdle);
  render(<AuthBackground />).unmount();
  expect(cancelIdle.mock.calls).toEqual([[1]]);
  const stop = vi.fn();
  startScene.mockReturnValueOnce(stop);
  const { unmount } = render(<AuthBackground />);
  act(() => whenIdle?.());
  await fetched();
  expect(startScene).toHaveBeenCalledOnce();
  expect(stop).not.toHaveBeenCalled();
  unmount();
  expect(stop).toHaveBeenCalledOnce();
});
