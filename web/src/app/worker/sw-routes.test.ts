// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test, vi } from "vitest";

type Match = (options: { url: URL; request: { destination?: string; cache?: string } }) => boolean;
type Handler = (options: object) => Promise<Response>;
interface Strategy {
  handle: (options: { request: Pick<Request, "url"> }) => Promise<Response>;
}

/** Routes in order, strategies by cache name, and requests that the strategies handled. */
const worker = vi.hoisted(() => ({
  routes: [] as [match: unknown, handler: unknown][],
  handled: [] as string[],
  plugins: [] as object[],
  limits: [] as object[],
  cacheManifest: vi.fn(),
  cached: vi.fn(),
  image: vi.fn(),
  file: vi.fn(),
  reader: vi.fn(),
}));

vi.mock("workbox-core", () => ({ clientsClaim: () => undefined }));
vi.mock("workbox-expiration", () => ({
  ExpirationPlugin: class {
    constructor(limit: object) {
      worker.limits.push(limit);
    }
  },
}));
vi.mock("workbox-navigation-preload", () => ({ enable: () => undefined }));
vi.mock("workbox-precaching", () => ({
  addRoute: () => undefined,
  cleanupOutdatedCaches: () => undefined,
  matchPrecache: async () => undefined,
  precache: () => undefined,
}));
vi.mock("workbox-routing", () => ({
  NavigationRoute: class {},
  registerRoute: (match: unknown, handler: unknown) => worker.routes.push([match, handler]),
}));
vi.mock("workbox-strategies", () => {
  const strategy = (kind: string) =>
    class {
      readonly cacheName: string;
      constructor({ cacheName, plugins }: { cacheName: string; plugins: object[] }) {
        this.cacheName = cacheName;
        worker.plugins.push(...plugins);
      }
      async handle({ request }: { request: Pick<Request, "url"> }) {
        worker.handled.push(`${kind} ${this.cacheName} ${new URL(request.url).pathname}`);
        return new Response("handled");
      }
    };
  return { CacheFirst: strategy("cache first"), NetworkFirst: strategy("network first") };
});
vi.mock("./cached-manifest", () => ({
  CATALOGUE_CACHE: "catalogue",
  cachedManifest: worker.cached,
  cacheManifest: worker.cacheManifest,
}));
vi.mock("./offline-files", () => ({ fetchImageWithFallback: worker.image, respondFromOfflineFile: worker.file }));
vi.mock("./precached-reader", () => ({
  matchPrecachedReader: worker.reader,
  precacheReader: async () => undefined,
  refreshPrecachedReader: async () => undefined,
  deleteOldReader: async () => undefined,
}));
vi.mock("@/offline/outbox/background-sync", () => ({ flushOutboxInBackground: async () => undefined }));

const { origin } = window.location;
const waited: Promise<unknown>[] = [];

beforeAll(async () => {
  vi.stubGlobal("KEPT_FILES", []);
  await import("./sw");
});
beforeEach(() => {
  worker.handled = [];
  waited.length = 0;
  for (const each of [worker.cacheManifest, worker.cached, worker.image, worker.file, worker.reader]) each.mockReset();
  worker.cacheManifest.mockResolvedValue(undefined);
});

/** Answers a request with the first route that matches. Returns `undefined` without one. */
async function answer(path: string, request: { destination?: string; cache?: RequestCache } = {}) {
  const url = new URL(path, origin);
  const route = worker.routes.find(([match]) => typeof match === "function" && (match as Match)({ url, request }));
  if (!route) return undefined;
  const [, handler] = route;
  const event = { waitUntil: (work: Promise<unknown>) => waited.push(work) };
  const options = { url, event, request: { url: url.href, destination: "", ...request } };
  return typeof handler === "function" ? (handler as Handler)(options) : (handler as Strategy).handle(options);
}

test("S4.offline.2 files of the app come from the precached reader if it has them, otherwise from their cache", async () => {
  const precached = new Response("reader");
  worker.reader.mockResolvedValueOnce(precached);
  expect(await answer("/assets/reader-1.js")).toBe(precached);
  expect(worker.reader.mock.calls[0]?.[0].pathname).toBe("/assets/reader-1.js");
  await answer("/assets/app-1.js");
  expect(worker.handled).toEqual(["cache first assets /assets/app-1.js"]);
});

test.each([
  ["/pictures/a.webp", "image", 1],
  ["/api/notes/n1/picture", "image", 1],
  ["/api/notes/n1", "", 0],
  ["/other/a.webp", "image", 0],
  ["https://elsewhere.test/pictures/a.webp", "image", 0],
])("a request for %s with the destination “%s” uses the image fallback %d times", async (path, destination, times) => {
  worker.image.mockResolvedValue(new Response("image"));
  await answer(path, { destination });
  expect(worker.image).toHaveBeenCalledTimes(times);
});

test("S4.offline.9 a request for an offline file is answered from this device", async () => {
  const kept = new Response("kept");
  worker.file.mockResolvedValue(kept);
  expect(await answer("/kept/u1/note/n1")).toBe(kept);
});

test.each([
  ["/catalogue/counts-1", {}, "cache first catalogue counts /catalogue/counts-1"],
  ["/catalogue/all-1", {}, "cache first catalogue /catalogue/all-1"],
  ["/catalogue/all-1", { cache: "reload" }, "network first catalogue /catalogue/all-1"],
  ["/catalogue/counts-1", { cache: "reload" }, "network first catalogue /catalogue/counts-1"],
] as const)("the search file %s requested with %o is handled by: %s", async (path, request, handled) => {
  await answer(path, request);
  expect(worker.handled).toEqual([handled]);
});

test("S2.find.8 the model of search by meaning, which the page stores itself, is not cached again", async () => {
  expect(await answer("/assets/meaning-model-1.bin")).toBeUndefined();
  await answer("/assets/meaning-worker-1.js");
  expect(worker.handled).toEqual(["cache first assets /assets/meaning-worker-1.js"]);
});

test("requests to other sites and to paths without a route are left to the browser", async () => {
  for (const path of ["https://elsewhere.test/catalogue/all-1", "https://elsewhere.test/assets/a.js", "/api/me"]) {
    expect(await answer(path)).toBeUndefined();
  }
  expect(worker.handled).toEqual([]);
});

const manifest = { file: "catalogue/all-1", counts: { file: "counts-1" }, library: { file: "library-1" } };

test("the manifest comes from the network and is cached after the response was returned", async () => {
  vi.stubGlobal("fetch", async () => Response.json(manifest));
  const response = await answer("/catalogue/manifest.json");
  expect(await response?.json()).toEqual(manifest);
  expect(waited).toHaveLength(1);
  expect(await worker.cacheManifest.mock.calls[0]?.[0].json()).toEqual(manifest);
});

test("a manifest with an error is passed on and not cached, and without a network the cached one is used", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
  expect((await answer("/catalogue/manifest.json"))?.status).toBe(404);
  expect(worker.cacheManifest).not.toHaveBeenCalled();
  expect(waited).toEqual([]);
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  const cached = Response.json(manifest);
  worker.cached.mockResolvedValueOnce(cached);
  expect(await answer("/catalogue/manifest.json")).toBe(cached);
  await expect(answer("/catalogue/manifest.json")).rejects.toThrow("offline");
});

/** Asks the worker to cache the search files. Returns its replies. */
async function keepSearch(published: object, kind = "keep the search") {
  vi.stubGlobal(
    "Request",
    class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === "string" ? new URL(input, origin) : input, init);
      }
    },
  );
  vi.stubGlobal("fetch", async () => Response.json(published));
  const replies: unknown[] = [];
  const event = Object.assign(new Event("message"), {
    data: { kind },
    ports: [{ postMessage: (reply: unknown) => replies.push(reply) }],
    waitUntil: (work: Promise<unknown>) => waited.push(work),
  });
  window.dispatchEvent(event);
  await Promise.all(waited);
  return replies;
}

test("S4.offline.2 the search files that the manifest names are cached in advance", async () => {
  expect(await keepSearch(manifest)).toEqual([{}]);
  expect(worker.handled).toEqual([
    "cache first catalogue counts /catalogue/counts-1",
    "cache first catalogue /catalogue/all-1",
    "cache first catalogue /catalogue/library-1",
  ]);
  expect(worker.cacheManifest).toHaveBeenCalledOnce();
});

test("for a manifest without counts and library, only the courses are cached", async () => {
  expect(await keepSearch({ file: "all-1" })).toEqual([{}]);
  expect(worker.handled).toEqual(["cache first catalogue /catalogue/all-1"]);
});

test("a request to cache the reader caches no search files", async () => {
  expect(await keepSearch(manifest, "keep the reader")).toEqual([{}]);
  expect(worker.handled).toEqual([]);
});

test("only complete responses are cached, each for a month", async () => {
  const plugins = worker.plugins.flatMap((plugin) =>
    "cacheWillUpdate" in plugin ? (plugin.cacheWillUpdate as (of: { response: Response }) => Promise<unknown>) : [],
  );
  expect(plugins.length).toBeGreaterThanOrEqual(3);
  const whole = new Response("whole");
  const part = new Response("part", { status: 206 });
  for (const plugin of plugins) {
    expect([await plugin({ response: whole }), await plugin({ response: part })]).toEqual([whole, null]);
  }
  expect(worker.limits).toEqual([200, 4, 2].map((maxEntries) => ({ maxEntries, maxAgeSeconds: 30 * 86_400 })));
});
