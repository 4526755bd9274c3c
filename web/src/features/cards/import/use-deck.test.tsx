import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { UploadError } from "@/parts/uploading/sending/errors";
import { useDeckUpload } from "./use-deck";

type Call = {
  file: File;
  upload: { id: string; attempt: number };
  onProgress: (progress: number | undefined) => void;
  onPaused: (isPaused: boolean) => void;
  signal: AbortSignal;
  resolve: (deck: object) => void;
  reject: (error: unknown) => void;
};
const calls = vi.hoisted(() => [] as Call[]);
vi.mock("./upload-deck", () => ({
  uploadDeck: (
    file: Call["file"],
    upload: Call["upload"],
    onProgress: Call["onProgress"],
    onPaused: Call["onPaused"],
    signal: AbortSignal,
  ) => new Promise((resolve, reject) => calls.push({ file, upload, onProgress, onPaused, signal, resolve, reject })),
}));

beforeEach(() => {
  calls.length = 0;
  vi.spyOn(console, "warn").mockReturnValue();
});

const deckFile = (name = "a.apkg") => new File(["x"], name);
const last = () => calls.at(-1) as Call;

function start() {
  const { result, unmount } = renderHook(() => useDeckUpload());
  act(() => result.current.choose(deckFile()));
  return { shown: () => result.current.state, get: () => result.current, unmount };
}

test("S6.import.3 a chosen deck is sent with its progress, waits for the connection, and shows its cards", async () => {
  const deck = start();
  expect(deck.get().file?.name).toBe("a.apkg");
  expect(deck.shown()).toEqual({ is: "sending", progress: 0 });
  expect(last().upload).toMatchObject({ id: expect.stringMatching(/^[0-9A-Z]{26}$/), attempt: 1 });
  act(() => last().onProgress(0.5));
  expect(deck.shown()).toEqual({ is: "sending", progress: 0.5 });
  act(() => last().onPaused(true));
  expect(deck.shown()).toEqual({ is: "paused" });
  act(() => last().onPaused(false));
  expect(deck.shown()).toEqual({ is: "sending", progress: 0 });
  await act(async () => last().resolve({ id: "d" }));
  expect(deck.shown()).toEqual({ is: "read", deck: { id: "d" } });
  expect(calls).toHaveLength(1);
});

test.each([
  [new UploadError("Too large.", "none"), "Too large.", false],
  [new UploadError("You're offline."), "You're offline.", true],
  [
    new TypeError("fetch failed"),
    "The cards of this deck could not be loaded. Check your connection and try again.",
    true,
  ],
])("S6.import.3 a deck that failed with %s shows %j, and can be retried: %s", async (error, problem, canRetry) => {
  const deck = start();
  await act(async () => last().reject(error));
  expect(deck.shown()).toEqual({ is: "rejected", problem, canRetry });
  expect(console.warn).toHaveBeenCalledWith("A deck was not read.", error);
});

test("S6.import.3 a retry continues the same upload with its next attempt", async () => {
  const deck = start();
  const { id } = last().upload;
  await act(async () => last().reject(new Error("No network.")));
  act(() => deck.get().retry());
  expect(last().upload).toMatchObject({ id, attempt: 2 });
  expect(deck.shown()).toEqual({ is: "sending", progress: 0 });
});

test("S6.import.3 removing the file, or choosing another, cancels the upload and ignores what it still reports", async () => {
  const deck = start();
  const first = last();
  act(() => deck.get().choose(deckFile("b.apkg")));
  expect(first.signal.aborted).toBe(true);
  expect(last().upload.id).not.toBe(first.upload.id);
  act(() => first.onProgress(0.9));
  await act(async () => first.reject(first.signal.reason));
  expect(deck.shown()).toEqual({ is: "sending", progress: 0 });
  expect(console.warn).not.toHaveBeenCalled();
  act(() => deck.get().choose(undefined));
  expect(last().signal.aborted).toBe(true);
  expect([deck.get().file, deck.shown()]).toEqual([undefined, { is: "none" }]);
  await act(async () => last().resolve({ id: "d" }));
  expect(deck.shown()).toEqual({ is: "none" });
  act(() => deck.get().retry());
  expect(calls).toHaveLength(2);
});

test("S6.import.3 leaving the page cancels the upload", () => {
  const deck = start();
  deck.unmount();
  expect(last().signal.aborted).toBe(true);
});
