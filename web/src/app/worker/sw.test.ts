// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SYNC_TAG } from "@/offline/outbox/background-sync-tag";

const pages = vi.hoisted(() => ({
  handle: (_: { event: { preloadResponse: Promise<Response> } }): Promise<Response> => Promise.reject(),
  kept: undefined as string | undefined,
}));

vi.mock("workbox-core", () => ({ clientsClaim: () => undefined }));
vi.mock("workbox-expiration", () => ({ ExpirationPlugin: class {} }));
vi.mock("workbox-navigation-preload", () => ({ enable: () => undefined }));
vi.mock("workbox-precaching", () => ({
  addRoute: () => undefined,
  cleanupOutdatedCaches: () => undefined,
  matchPrecache: async (address: string) =>
    address === "/index.html" && pages.kept !== undefined ? new Response(pages.kept) : undefined,
  precache: () => undefined,
}));
vi.mock("workbox-routing", () => ({
  NavigationRoute: class {
    constructor(handle: typeof pages.handle) {
      pages.handle = handle;
    }
  },
  registerRoute: () => undefined,
}));
vi.mock("workbox-strategies", () => ({ CacheFirst: class {}, NetworkFirst: class {} }));
vi.mock("./offline-files", () => ({}));
vi.mock("./precached-reader", () => ({
  precacheReader: () => keepReader(),
  refreshPrecachedReader: async () => undefined,
  deleteOldReader: async () => undefined,
}));
vi.mock("@/offline/outbox/background-sync", () => ({ flushOutboxInBackground: () => flushOutboxInBackground() }));

const skipWaiting = vi.fn();
const flushOutboxInBackground = vi.fn(async () => undefined);
const keepReader = vi.fn(async () => undefined);

beforeAll(async () => {
  vi.stubGlobal("KEPT_FILES", [{ url: "/assets/start-1.js" }, { url: "/assets/app-1.js" }]);
  await import("./sw");
});

test.each([
  ["the scripts of this release", ["/assets/start-1.js", "/assets/app-1.js"], true],
  ["one script of this release", ["/assets/app-1.js"], true],
  ["the scripts of another release", ["/assets/start-2.js", "/assets/app-2.js"], false],
  ["scripts of two releases", ["/assets/start-1.js", "/assets/app-2.js"], false],
  ["no scripts", [], false],
])("S4.offline.3 takes over only for a page started with this release: %s", (_whose, scripts, isTaken) => {
  skipWaiting.mockClear();
  vi.stubGlobal("skipWaiting", skipWaiting);
  window.dispatchEvent(new MessageEvent("message", { data: { kind: "take over", scripts } }));
  expect(skipWaiting).toHaveBeenCalledTimes(isTaken ? 1 : 0);
});

test("S4.out.7 the worker sends pending changes on a sync event, and stays alive until they are sent", async () => {
  const kept: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => kept.push(work);
  let isSent = false;
  flushOutboxInBackground.mockImplementation(async () => {
    await Promise.resolve();
    isSent = true;
  });
  for (const tag of [SYNC_TAG, "something else"])
    window.dispatchEvent(Object.assign(new Event("sync"), { tag, waitUntil }));
  expect(flushOutboxInBackground).toHaveBeenCalledOnce();
  await Promise.all(kept);
  expect(isSent).toBe(true);
});

describe("navigation", () => {
  const open = (newest: Promise<Response>) => pages.handle({ event: { preloadResponse: newest } });
  const never = new Promise<Response>(() => undefined);
  const text = async (answer: Promise<Response>) => (await answer).text();

  beforeEach(() => {
    vi.useFakeTimers();
    pages.kept = "kept";
  });
  afterEach(() => vi.useRealTimers());

  test("serves the newest page if it arrives in time", async () => {
    expect(await text(open(Promise.resolve(new Response("newest"))))).toBe("newest");
    const late = new Promise<Response>((resolve) => setTimeout(() => resolve(new Response("newest")), 3_900));
    const shown = text(open(late));
    await vi.advanceTimersByTimeAsync(3_900);
    expect(await shown).toBe("newest");
  });

  test("S4.offline.2 serves the cached page if the network or the server fails", async () => {
    expect(await text(open(Promise.reject(new TypeError("Failed to fetch"))))).toBe("kept");
    expect(await text(open(Promise.resolve(new Response("Bad gateway", { status: 502 }))))).toBe("kept");
    const shown = text(open(never));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await shown).toBe("kept");
  });

  test("serves a not-found page unchanged", async () => {
    expect((await open(Promise.resolve(new Response("Gone", { status: 404 })))).status).toBe(404);
  });

  test("without a cached page, waits for the network and passes its failure to the browser", async () => {
    pages.kept = undefined;
    const late = new Promise<Response>((resolve) => setTimeout(() => resolve(new Response("newest")), 9_000));
    const shown = text(open(late));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await shown).toBe("newest");
    await expect(open(Promise.reject(new TypeError("Failed to fetch")))).rejects.toThrow("Failed to fetch");
  });
});

describe("caching code for a page", () => {
  const ask = (kind: string) => {
    const told: unknown[] = [];
    const kept: Promise<unknown>[] = [];
    const event = Object.assign(new Event("message"), {
      data: { kind },
      ports: [{ postMessage: (answer: unknown) => told.push(answer) }],
      waitUntil: (work: Promise<unknown>) => kept.push(work),
    });
    window.dispatchEvent(event);
    return Promise.all(kept).then(() => told);
  };

  test("reports when the reader code is cached or why that failed", async () => {
    expect(await ask("keep the reader")).toEqual([{}]);
    keepReader.mockRejectedValueOnce(Object.assign(new Error("Full."), { name: "QuotaExceededError" }));
    expect(await ask("keep the reader")).toEqual([{ error: "QuotaExceededError" }]);
    keepReader.mockRejectedValueOnce("no error");
    expect(await ask("keep the reader")).toEqual([{ error: "Error" }]);
    expect(await ask("keep something else")).toEqual([]);
  });
});
