import { catalogueAddress, MANIFEST_ADDRESS } from "@/core/catalogue/addresses";
import type { CatalogueManifest } from "@/core/engine";

/** What the manifest names; `sw.ts` fills it. */
export const CATALOGUE_CACHE = "catalogue";

const MANIFEST_CACHE = "catalogue manifest";

/** Where the newest manifest is whose courses are on this device. Nothing is asked for under it. */
const WITH_COURSES = `${MANIFEST_ADDRESS}?with-courses`;

async function hasCourses(manifest: Response): Promise<boolean> {
  const { file } = (await manifest.clone().json()) as CatalogueManifest;
  const options = { cacheName: CATALOGUE_CACHE, ignoreVary: true };
  return (await caches.match(catalogueAddress(file), options)) !== undefined;
}

/**
 * Keeps the newest manifest. A page without courses asks for it, too, and does not fetch those that it names: the manifest
 * before it stays as long as no newer one has its courses here.
 */
export async function keepManifest(newest: Response): Promise<void> {
  const cache = await caches.open(MANIFEST_CACHE);
  const before = await cache.match(MANIFEST_ADDRESS);
  if (before && (await hasCourses(before))) await cache.put(WITH_COURSES, before);
  await cache.put(MANIFEST_ADDRESS, newest);
}

/** The newest manifest that can be used without a network; where none can, the newest. */
export async function keptManifest(): Promise<Response | undefined> {
  const cache = await caches.open(MANIFEST_CACHE);
  const newest = await cache.match(MANIFEST_ADDRESS);
  if (newest && (await hasCourses(newest))) return newest;
  return (await cache.match(WITH_COURSES)) ?? newest;
}
