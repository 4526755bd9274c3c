// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isMissingCode, loadChunk } from "./fetch-code";

/** True if the site was updated since this page was loaded. */
let isReplaced: boolean;
let isTyped: boolean;
vi.mock("./release", () => ({ isReplaced: async () => isReplaced }));
vi.mock("../browser/unsaved", () => ({ wouldBeLostByReload: () => isTyped }));

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

test("code that arrives is given, and the page stays", async () => {
  expect(await loadChunk(async () => "code")).toBe("code");
  expect(reload).not.toHaveBeenCalled();
});

test("code that is gone because the site was replaced loads the page again", async () => {
  const error = await missing();
  expect(reload).toHaveBeenCalledOnce();
  expect(isMissingCode(error)).toBe(true);
  expect(String(error)).toContain("A part of Note Ninja could not be fetched.");
});

test("code that failed elsewhere is not taken for code that did not arrive", () => {
  expect(isMissingCode(new TypeError("x is not a function"))).toBe(false);
});

test("code that does not arrive for want of a network loads nothing again", async () => {
  isReplaced = false;
  expect(isMissingCode(await missing())).toBe(true);
  expect(reload).not.toHaveBeenCalled();
});

test("what was typed is not lost for want of code", async () => {
  isTyped = true;
  expect(isMissingCode(await missing())).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  isTyped = false;
  await missing();
  expect(reload).toHaveBeenCalledOnce();
});

test("what plays is not stopped for want of code", async () => {
  const playing = vi.spyOn(document.querySelector("audio") as HTMLAudioElement, "paused", "get").mockReturnValue(false);
  expect(isMissingCode(await missing())).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  playing.mockReturnValue(true);
  await missing();
  expect(reload).toHaveBeenCalledOnce();
});

test("the page is not loaded twice in a row, but again a minute later", async () => {
  await missing();
  vi.setSystemTime(Date.now() + 59_000);
  await missing();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 2_000);
  await missing();
  expect(reload).toHaveBeenCalledTimes(2);
});

test("the page is never loaded again where nothing can remember that it was", async () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => {
      throw new DOMException("Closed.", "SecurityError");
    },
  });
  expect(isMissingCode(await missing())).toBe(true);
  expect(reload).not.toHaveBeenCalled();
});
