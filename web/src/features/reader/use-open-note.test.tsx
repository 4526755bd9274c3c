import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ReadableNote } from "@/api/models";
import { useOpenNote } from "./use-open-note";

const fakes = vi.hoisted(() => ({
  loadPlayer: vi.fn(),
  flush: vi.fn(),
  close: vi.fn(),
  retry: vi.fn(),
  listeners: {} as Record<string, (value?: unknown) => void>,
  opened: Promise.resolve() as Promise<unknown>,
}));
vi.mock("@/core/player", () => ({ loadPlayer: fakes.loadPlayer }));
vi.mock("./reading-position-tracker", () => ({
  ReadingPositionTracker: class {
    flush = fakes.flush;
  },
}));
vi.mock("./file/document-load", () => ({
  takeDocumentLoad: () => ({
    opened: fakes.opened,
    close: fakes.close,
    retry: fakes.retry,
    setListeners: (listeners: never) => {
      fakes.listeners = listeners;
    },
  }),
}));

const note = { id: "n1" } as ReadableNote;
const opened = { file: "file", first: "page" };

beforeEach(() => {
  vi.restoreAllMocks();
  for (const each of [fakes.loadPlayer, fakes.flush, fakes.close, fakes.retry]) each.mockReset();
  fakes.loadPlayer.mockResolvedValue({});
  fakes.opened = Promise.resolve(opened);
});

/** Opens the note and waits for what is pending. */
async function open(onOutdated = vi.fn()) {
  const hook = renderHook(() => useOpenNote("amara", note, onOutdated));
  await act(async () => undefined);
  return hook;
}

test("S2.read.1 opens the file with the resume position, and saves the position when the note is closed", async () => {
  const { result, unmount } = await open();
  expect(result.current).toMatchObject({ opened, isReachable: true, isFailed: false });
  expect(await result.current.open?.file).toBe("file");
  expect(result.current.open?.tracker).toBeDefined();
  unmount();
  await vi.waitFor(() => expect(fakes.flush).toHaveBeenCalledOnce());
  expect(fakes.close).toHaveBeenCalledOnce();
});

test("S2.read.1 opens the note without its resume position if that cannot be loaded", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  fakes.loadPlayer.mockRejectedValue(new TypeError("Failed to fetch"));
  const { result } = await open();
  expect(result.current.open).toMatchObject({ tracker: undefined });
  expect(result.current.opened).toEqual(opened);
});

test("S2.read.1 reports a file that cannot be opened", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  fakes.opened = Promise.reject(new Error("No PDF."));
  const { result } = await open();
  expect(result.current).toMatchObject({ opened: undefined, isFailed: true });
});

test("S2.read.1 reports whether the file can be reached, retries on request, and reports a replaced or deleted file", async () => {
  const onOutdated = vi.fn();
  const { result } = await open(onOutdated);
  act(() => fakes.listeners.onReachable?.(false));
  expect(result.current.isReachable).toBe(false);
  result.current.retry();
  expect(fakes.retry).toHaveBeenCalledOnce();
  fakes.listeners.onReplaced?.();
  fakes.listeners.onGone?.();
  expect(onOutdated).toHaveBeenCalledTimes(2);
});
