/// <reference lib="webworker" />
import { clientsClaim } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { enable as preloadNavigations } from "workbox-navigation-preload";
import { addRoute, cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precache } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";
import { COUNTS_PATH, catalogueFileUrl, MANIFEST_URL } from "@/core/catalogue/urls";
import type { CatalogueManifest } from "@/core/wasm";
import type { PrecacheReply, PrecacheRequest } from "@/lib/loading/precache";
import { OFFLINE_PATH } from "@/offline/files/cache-keys";
import { flushOutboxInBackground } from "@/offline/outbox/background-sync";
import { SYNC_TAG } from "@/offline/outbox/background-sync-tag";
import { CATALOGUE_CACHE, cachedManifest, cacheManifest } from "./cached-manifest";
import { fetchImageWithFallback, respondFromOfflineFile } from "./offline-files";
import { deleteOldReader, matchPrecachedReader, precacheReader, refreshPrecachedReader } from "./precached-reader";
import type { SkipWaitingMessage } from "./skip-waiting-message";

/**
 * Service worker that makes the app available offline. Online it changes nothing: the page is always fetched, and its
 * files are named by content hashes.
 */

declare const self: ServiceWorkerGlobalScope;
/** Precached files; `plugins/page-worker.ts` fills it in. */
declare const KEPT_FILES: PrecacheEntry[];

const PAGE = "/index.html";

/** Timeout after which the cached page is shown, in milliseconds. */
const PAGE_TIMEOUT_MS = 4000;

const MONTH_SECS = 30 * 86_400;

/** Maximum number of further app files, cached on first use. Includes those of the previous release. */
const ASSETS_MAX = 200;
/** Maximum number of catalogue responses: courses and library, each in the version before and after a change. */
const CATALOGUES_MAX = 4;
/** Course counts before and after a change. */
const COUNTS_MAX = 2;

/** Paths that are not pages of the app. */
const noPages = [/^\/(api|assets|catalogue|kept|legal|pictures|_local)(\/|$)/, /^\/[^/]+\.[a-z0-9]+$/];

const precacheEntries = KEPT_FILES;

precache(precacheEntries);
// A route below handles the page itself.
addRoute({ directoryIndex: "", cleanURLs: false });
cleanupOutdatedCaches();
// Claim the first page, which was loaded without the worker, so that it also works offline.
clientsClaim();
preloadNavigations();

async function newestPage(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  const response = preloaded ?? (await fetch(event.request));
  if (response.status >= 500) throw new Error(`The page came with ${response.status}.`);
  return response;
}

async function cachedPage(): Promise<Response> {
  const precached = await matchPrecache(PAGE);
  if (!precached) throw new Error("The page is not kept.");
  return precached;
}

async function page(event: FetchEvent): Promise<Response> {
  const newest = newestPage(event);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The page did not come in time.")), PAGE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([newest, late]);
  } catch {
    return await cachedPage().catch(() => newest);
  } finally {
    clearTimeout(timer);
  }
}

registerRoute(new NavigationRoute(({ event }) => page(event as FetchEvent), { denylist: noPages }));

const isOurs = (url: URL, folder: string) => url.origin === self.location.origin && url.pathname.startsWith(folder);
const expiring = (maxEntries: number) => new ExpirationPlugin({ maxEntries, maxAgeSeconds: MONTH_SECS });
const isComplete = {
  cacheWillUpdate: async ({ response }: { response: Response }) => (response.status === 200 ? response : null),
};

const cachedAssets = new CacheFirst({ cacheName: "assets", plugins: [isComplete, expiring(ASSETS_MAX)] });
registerRoute(
  // The page stores the model of search by meaning itself.
  ({ url }) => isOurs(url, "/assets/") && !isOurs(url, "/assets/meaning-model-"),
  async (options) => (await matchPrecachedReader(options.url)) ?? cachedAssets.handle(options),
);

registerRoute(
  ({ url }) => isOurs(url, OFFLINE_PATH),
  ({ request }) => respondFromOfflineFile(request),
);
registerRoute(
  ({ url, request }) => request.destination === "image" && (isOurs(url, "/pictures/") || isOurs(url, "/api/")),
  ({ request }) => fetchImageWithFallback(request),
);

/** Returns the newest manifest, and the pending cache write if it came from the network. */
async function newestManifest(request: Request): Promise<{ manifest: Response; caching?: Promise<void> }> {
  try {
    const manifest = await fetch(request);
    return manifest.status === 200 ? { manifest, caching: cacheManifest(manifest.clone()) } : { manifest };
  } catch (error) {
    const manifest = await cachedManifest();
    if (manifest) return { manifest };
    throw error;
  }
}

registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname === MANIFEST_URL,
  async ({ event, request }) => {
    const { manifest, caching } = await newestManifest(request);
    if (caching) event.waitUntil(caching);
    return manifest;
  },
);
const catalogues = { cacheName: CATALOGUE_CACHE, plugins: [isComplete, expiring(CATALOGUES_MAX)] };
const cachedCatalogue = new CacheFirst(catalogues);
const newCatalogue = new NetworkFirst(catalogues);
// A separate cache: counts change with each like and would evict the larger files.
const cachedCounts = new CacheFirst({ cacheName: "catalogue counts", plugins: [isComplete, expiring(COUNTS_MAX)] });
registerRoute(({ url, request }) => isOurs(url, COUNTS_PATH) && request.cache !== "reload", cachedCounts);
registerRoute(
  ({ url }) => isOurs(url, "/catalogue/"),
  // A page with a corrupt copy bypasses all caches.
  (options) => (options.request.cache === "reload" ? newCatalogue : cachedCatalogue).handle(options),
);

/**
 * Caches the search files, as if a page had requested them. Files that a page already loaded come from the HTTP cache.
 */
async function precacheSearch(event: ExtendableEvent): Promise<void> {
  const { manifest, caching } = await newestManifest(new Request(MANIFEST_URL));
  const { file, counts, library } = (await manifest.json()) as CatalogueManifest;
  if (counts) await cachedCounts.handle({ event, request: new Request(catalogueFileUrl(counts.file)) });
  for (const name of library ? [file, library.file] : [file]) {
    await cachedCatalogue.handle({ event, request: new Request(catalogueFileUrl(name)) });
  }
  await caching;
}

/** Tells the requesting page that the work is complete, or why it failed. */
async function replyWhenDone({ ports }: ExtendableMessageEvent, work: Promise<void>): Promise<void> {
  const reply: PrecacheReply = await work.then(
    () => ({}),
    (error: unknown) => ({ error: error instanceof Error ? error.name : "Error" }),
  );
  ports[0]?.postMessage(reply);
}

/** Returns true if a page that was started with these scripts belongs to this release. */
const isOfThisRelease = (scripts: readonly string[]) =>
  scripts.length > 0 && scripts.every((script) => precacheEntries.some((file) => file.url === script));

self.addEventListener("install", (event) => event.waitUntil(refreshPrecachedReader()));
self.addEventListener("activate", (event) => event.waitUntil(deleteOldReader()));

/** Background Sync event, which only some browsers support. */
interface SyncEvent extends ExtendableEvent {
  tag: string;
}

self.addEventListener("sync" as "activate", (event) => {
  if ((event as SyncEvent).tag === SYNC_TAG) event.waitUntil(flushOutboxInBackground());
});

self.addEventListener("message", (event) => {
  const message = event.data as SkipWaitingMessage | PrecacheRequest | undefined;
  if (message?.kind === "take over" && isOfThisRelease(message.scripts ?? [])) void self.skipWaiting();
  if (message?.kind === "keep the reader") event.waitUntil(replyWhenDone(event, precacheReader()));
  if (message?.kind === "keep the search") event.waitUntil(replyWhenDone(event, precacheSearch(event)));
});
