import { catalogueFileUrl, MANIFEST_URL } from "@/core/catalogue/urls";
import type { CatalogueManifest } from "@/core/wasm";

/** Cache of the files in the manifest, filled by `sw.ts`. */
export const CATALOGUE_CACHE = "catalogue";

const MANIFEST_CACHE = "catalogue manifest";

/** Cache key of the newest manifest whose courses are cached. No client requests this URL. */
const WITH_COURSES = `${MANIFEST_URL}?with-courses`;

async function hasCourses(manifest: Response): Promise<boolean> {
  const { file } = (await manifest.clone().json()) as CatalogueManifest;
  const options = { cacheName: CATALOGUE_CACHE, ignoreVary: true };
  return (await caches.match(catalogueFileUrl(file), options)) !== undefined;
}

/**
 * Caches the newest manifest. Also keeps the previous one until the courses of a newer one are cached, because pages
 * without a search fetch the manifest but not its files.
 */
export async function cacheManifest(newest: Response): Promise<void> {
  const cache = await caches.open(MANIFEST_CACHE);
  const before = await cache.match(MANIFEST_URL);
  if (before && (await hasCourses(before))) await cache.put(WITH_COURSES, before);
  await cache.put(MANIFEST_URL, newest);
}

/** Returns the newest manifest whose courses are cached, or else the newest manifest. */
export async function cachedManifest(): Promise<Response | undefined> {
  const cache = await caches.open(MANIFEST_CACHE);
  const newest = await cache.match(MANIFEST_URL);
  if (newest && (await hasCourses(newest))) return newest;
  return (await cache.match(WITH_COURSES)) ?? newest;
}
