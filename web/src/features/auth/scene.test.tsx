import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Scene } from "./scene";

const startScene = vi.hoisted(() => vi.fn(() => () => undefined));
vi.mock("./moving-scene", () => ({ startScene }));

/** What waits for the page to have nothing else to do. */
let whenIdle: (() => void) | undefined;

beforeEach(() => {
  startScene.mockClear();
  whenIdle = undefined;
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("requestIdleCallback", (work: () => void) => {
    whenIdle = work;
    return 1;
  });
  vi.stubGlobal("cancelIdleCallback", () => undefined);
  // A browser with a graphics card.
  const context = { getExtension: () => null };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as unknown as null);
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
