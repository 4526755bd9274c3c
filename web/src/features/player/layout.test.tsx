import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { COMPACT_PLAYER_MAX_WIDTH_PX } from "@/core/limits";
import { textScale, trackTextScale, useTextScale } from "@/lib/browser/text-size";
import { useLayout } from "./layout";

const page = document.documentElement;
let observed: Element | undefined;
let onResize: () => void = () => undefined;

beforeEach(() => {
  page.style.fontSize = "16px";
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        onResize = callback;
      }
      observe(element: Element) {
        observed = element;
      }
    },
  );
  trackTextScale();
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** Sets the size of 1 rem, as a student does in the browser. */
const setTextSize = (size: string) =>
  act(() => {
    page.style.fontSize = size;
    onResize();
  });
const resize = (width: number) =>
  act(() => {
    window.innerWidth = width;
    window.dispatchEvent(new Event("resize"));
  });

test.each([
  [COMPACT_PLAYER_MAX_WIDTH_PX, "compact"],
  [COMPACT_PLAYER_MAX_WIDTH_PX + 1, "narrow"],
  [1023, "narrow"],
  [1024, "wide"],
  [1279, "wide"],
  [1280, "widest"],
])("S4.play.10 a viewport of %i px has the layout %s", (width, layout) => {
  window.innerWidth = width;
  expect(renderHook(useLayout).result.current).toBe(layout);
});

test("S4.play.10 the layout follows the viewport and the text size until the player is gone", () => {
  window.innerWidth = 1280;
  const { result, unmount } = renderHook(useLayout);
  resize(700);
  expect(result.current).toBe("narrow");
  resize(1400);
  expect(result.current).toBe("widest");
  setTextSize("32px");
  expect(result.current).toBe("narrow");
  const stopListening = vi.spyOn(window, "removeEventListener");
  unmount();
  expect(stopListening).toHaveBeenCalledWith("resize", expect.any(Function));
});

test("the text size is measured by an element of one rem that screen readers skip", () => {
  expect([observed?.className, observed?.getAttribute("aria-hidden"), observed?.parentElement]).toEqual([
    "text-size",
    "true",
    document.body,
  ]);
});

test.each([
  ["16px", 1, undefined],
  ["23px", 23 / 16, undefined],
  ["24px", 1.5, "large"],
  ["32px", 2, "large"],
  ["", 1, undefined],
])("text of %j has the scale %d, and the layout for large text: %s", (size, scale, layout) => {
  const { result } = renderHook(useTextScale);
  setTextSize(size);
  expect([result.current, textScale(), page.dataset.text]).toEqual([scale, scale, layout]);
  setTextSize("16px");
  expect(page.dataset.text).toBeUndefined();
});
