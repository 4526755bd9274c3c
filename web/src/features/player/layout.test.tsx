import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { COMPACT_PLAYER_MAX_WIDTH_PX } from "@/core/limits";
import { useLayout } from "./layout";

const text = vi.hoisted(() => ({ scale: 1, watchers: new Set<() => void>() }));
vi.mock("@/lib/browser/text-size", () => ({
  textScale: () => text.scale,
  onTextScaleChange: (watcher: () => void) => {
    text.watchers.add(watcher);
    return () => text.watchers.delete(watcher);
  },
}));

beforeEach(() => {
  text.scale = 1;
});
afterEach(cleanup);

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
  text.scale = 2;
  act(() => {
    for (const watcher of text.watchers) watcher();
  });
  expect(result.current).toBe("narrow");
  const stopListening = vi.spyOn(window, "removeEventListener");
  unmount();
  expect(text.watchers.size).toBe(0);
  expect(stopListening).toHaveBeenCalledWith("resize", expect.any(Function));
});
