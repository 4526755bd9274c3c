import { vi } from "vitest";

/** For components that watch their size: jsdom lays nothing out, and has no such observer. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
}
