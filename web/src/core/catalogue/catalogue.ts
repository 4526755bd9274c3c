import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { earlyOr } from "@/lib/loading/early";
import type { CatalogueManifest } from "../engine";
import { coreClient } from "../search/client";
import { CoreFailure } from "../search/protocol";
import { catalogueAddress } from "./addresses";
import { fetchManifest, manifestQuery, newestManifest, publishedKey } from "./manifest";

/** The catalogue that the worker holds. `version` is undefined while none was ever published. */
interface LoadedCatalogue {
  version: string | undefined;
  courses: number;
  /** Name of the file with what the courses count now; undefined while that is what their own file says. */
  counts: string | undefined;
  /** Name of the file with everything else that can be found; undefined while there is nothing. */
  library: string | undefined;
  /** Hash of the file with the notes of courses, which only members get; undefined while there is none. */
  notes: string | undefined;
}

/** Everything the worker was asked hangs under this key, so that one call refreshes it all. */
export const coreKey = ["core"] as const;

let held: LoadedCatalogue | undefined;

/** Makes sure that the worker holds what the newest manifest names; fetches nothing else when it already does. */
async function loadCatalogue(queries: QueryClient, signal: AbortSignal): Promise<LoadedCatalogue> {
  for (;;) {
    const published = await newestManifest(queries);
    const loaded = await loadNamed(queries, published.manifest, signal);
    // A newer one may have come while a large file was on its way.
    if (queries.getQueryData(manifestQuery.queryKey) === published) return loaded;
  }
}

async function loadNamed(
  queries: QueryClient,
  manifest: CatalogueManifest | undefined,
  signal: AbortSignal,
): Promise<LoadedCatalogue> {
  try {
    return await load(queries, manifest, signal, "default");
  } catch (error) {
    if (!(error instanceof CoreFailure && error.reason === "catalogue")) {
      throw error;
    }
    // A cut-off or stale copy in a cache on the way: once more, past every cache.
    const { manifest: newest } = await fetchManifest(signal, "reload");
    return load(queries, newest, signal, "reload");
  }
}

async function load(
  queries: QueryClient,
  manifest: CatalogueManifest | undefined,
  signal: AbortSignal,
  cache: RequestCache,
): Promise<LoadedCatalogue> {
  if (!manifest) {
    held ??= { version: undefined, courses: 0, counts: undefined, library: undefined, notes: undefined };
    return held;
  }
  const version = `${manifest.version} ${manifest.file}`;
  const counts = manifest.counts?.file;
  const library = manifest.library?.file;
  const { notes } = manifest;
  if (held?.version === version && held.counts === counts) {
    if (held.library !== library || held.notes !== notes) held = { ...held, library, notes };
    return held;
  }
  // Courses that have no counts any more are counted by their own file.
  const needsCourses = held?.version !== version || counts === undefined;
  const [bytes, counted] = await Promise.all([
    needsCourses ? fetchFile(manifest.file, cache, signal) : undefined,
    counts === undefined ? undefined : countsOrNone(counts, cache, signal),
  ]);
  signal.throwIfAborted();
  if (held && !bytes && !counted) return held;
  const { courses } = await coreClient().ask({ kind: "load", bytes, counts: counted });
  const isFirst = held === undefined;
  held = { version, courses, counts: counted && counts, library, notes };
  if (!isFirst) {
    // What is on screen stays until the new answers are there.
    void queries.invalidateQueries({ queryKey: coreKey });
  }
  return held;
}

/** What courses count now; without it they are shown with what they counted before, and the next question tries again. */
async function countsOrNone(file: string, cache: RequestCache, signal: AbortSignal): Promise<ArrayBuffer | undefined> {
  try {
    return await fetchFile(file, cache, signal);
  } catch (error) {
    if (!signal.aborted) console.warn("The counts of courses could not be loaded.", error);
    return undefined;
  }
}

/** A file that the manifest names. Its name is the hash of its content, so a copy in a cache is as good unless it is damaged. */
export async function fetchFile(file: string, cache: RequestCache, signal: AbortSignal): Promise<ArrayBuffer> {
  const address = catalogueAddress(file);
  const response = await earlyOr(`GET ${address}`, () => fetch(address, { cache, signal }));
  if (!response.ok) {
    throw new Error(`The course list could not be loaded (${response.status}).`);
  }
  return response.arrayBuffer();
}

/** The catalogue. It is asked for again when the manifest has changed, which `data/sync/follow.ts` says. */
export const catalogueQuery = queryOptions({
  queryKey: publishedKey,
  queryFn: ({ client: queries, signal }) => loadCatalogue(queries, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 1,
  // Without a network the worker has the files (`app/worker/sw.ts`).
  networkMode: "offlineFirst",
});
