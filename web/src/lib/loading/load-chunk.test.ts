// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isChunkLoadError, loadChunk } from "./load-chunk";

/** True if the site was updated since this page was loaded. */
let isReplaced: boolean;
let isTyped: boolean;
vi.mock("./new-release", () => ({ isNewReleaseDeployed: async () => isReplaced }));
vi.mock("../browser/unsaved", () => ({ blocksReload: () => isTyped }));

const reload = vi.fn();
const missing = () =>
  loadChunk(() => Promise.reject(new TypeError("Failed to fetch"))).catch((error: unknown) => error);

beforeEach(() => {
  [isReplaced, isTyped] = [true, false];
  reload.mockClear();
  sessionStorage.clear();
  document.body.innerHTML = "<audio></audio>";
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("location", { reload });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("returns the loaded code without a reload", async () => {
  expect(await loadChunk(async () => "code")).toBe("code");
  expect(reload).not.toHaveBeenCalled();
});

test("reloads the page if the code is missing because a new release replaced it", async () => {
  const error = await missing();
  expect(reload).toHaveBeenCalledOnce();
  expect(isChunkLoadError(error)).toBe(true);
  expect(String(error)).toContain("A part of Note Ninja could not be fetched.");
});

test("an error inside the code is not treated as a failed download", () => {
  expect(isChunkLoadError(new TypeError("x is not a function"))).toBe(false);
});

test("does not reload the page without a network", async () => {
  isReplaced = false;
  expect(isChunkLoadError(await missing())).toBe(true);
  expect(reload).not.toHaveBeenCalled();
});

test("does not reload the page if typed text would be lost", async () => {
  isTyped = true;
  expect(isChunkLoadError(await missing())).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  isTyped = false;
  await missing();
  expect(reload).toHaveBeenCalledOnce();
});

test("does not reload the page during playback", async () => {
  const playing = vi.spyOn(document.querySelector("audio") as HTMLAudioElement, "paused", "get").mockReturnValue(false);
  expect(isChunkLoadError(await missing())).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  playing.mockReturnValue(true);
  await missing();
  expect(reload).toHaveBeenCalledOnce();
});

test("does not reload the page twice in a row, but again after a minute has passed", async () => {
  await missing();
  vi.setSystemTime(Date.now() + 59_000);
  await missing();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 2_000);
  await missing();
  expect(reload).toHaveBeenCalledTimes(2);
});

test("never reloads the page if the reload cannot be recorded in storage", async () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => {
      throw new DOMException("Closed.", "SecurityError");
    },
  });
  expect(isChunkLoadError(await missing())).toBe(true);
  expect(reload).not.toHaveBeenCalled();
});
