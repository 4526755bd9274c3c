import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { takePrefetched } from "@/lib/loading/prefetched-responses";
import { searchWorker } from "../search/client";
import { WorkerError } from "../search/protocol";
import type { CatalogueManifest } from "../wasm";
import { catalogueKey, fetchManifest, manifestQuery, newestManifest } from "./manifest";
import { catalogueFileUrl } from "./urls";

/** The catalogue in the worker. `version` is undefined until a catalogue is published. */
interface LoadedCatalogue {
  version: string | undefined;
  courses: number;
  /** Name of the file with the newest counts; undefined if the catalogue's own counts are current. */
  counts: string | undefined;
  /** Name of the library file; undefined if none is published. */
  library: string | undefined;
  /** Hash of the members' file of course notes; undefined if none is published. */
  notes: string | undefined;
}

/** Key prefix of all queries to the worker, so that they can be invalidated together. */
export const searchWorkerKey = ["core"] as const;

let held: LoadedCatalogue | undefined;

/** Makes sure that the worker holds the files in the newest manifest. Fetches only missing files. */
async function loadCatalogue(queries: QueryClient, signal: AbortSignal): Promise<LoadedCatalogue> {
  for (;;) {
    const published = await newestManifest(queries);
    const loaded = await loadNamed(queries, published.manifest, signal);
    // A newer manifest may have arrived while a large file was loading.
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
    if (!(error instanceof WorkerError && error.reason === "catalogue")) {
      throw error;
    }
    // A cache may hold a truncated or outdated copy: retry once past every cache.
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
  // If there are no newer counts, the counts in the catalogue file apply.
  const needsCourses = held?.version !== version || counts === undefined;
  const [bytes, counted] = await Promise.all([
    needsCourses ? fetchFile(manifest.file, cache, signal) : undefined,
    counts === undefined ? undefined : countsOrNone(counts, cache, signal),
  ]);
  signal.throwIfAborted();
  if (held && !bytes && !counted) return held;
  const { courses } = await searchWorker().call({ kind: "load", bytes, counts: counted });
  const isFirst = held === undefined;
  held = { version, courses, counts: counted && counts, library, notes };
  if (!isFirst) {
    // The screen keeps its content until the new results arrive.
    void queries.invalidateQueries({ queryKey: searchWorkerKey });
  }
  return held;
}

/** Fetches the newest counts. On failure the older counts are shown, and the next request retries. */
async function countsOrNone(file: string, cache: RequestCache, signal: AbortSignal): Promise<ArrayBuffer | undefined> {
  try {
    return await fetchFile(file, cache, signal);
  } catch (error) {
    if (!signal.aborted) console.warn("The counts of courses could not be loaded.", error);
    return undefined;
  }
}

/**
 * Fetches a file in the manifest. Its name is the hash of its content, so a cached copy is current unless it is
 * damaged.
 */
export async function fetchFile(file: string, cache: RequestCache, signal: AbortSignal): Promise<ArrayBuffer> {
  const address = catalogueFileUrl(file);
  const response = await takePrefetched(`GET ${address}`, () => fetch(address, { cache, signal }));
  if (!response.ok) {
    throw new Error(`The course list could not be loaded (${response.status}).`);
  }
  return response.arrayBuffer();
}

/** The catalogue. It is refetched when the manifest changes (`data/sync/manifest-polling.ts`). */
export const catalogueQuery = queryOptions({
  queryKey: catalogueKey,
  queryFn: ({ client: queries, signal }) => loadCatalogue(queries, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 1,
  // Offline, the service worker has the files (`app/worker/sw.ts`).
  networkMode: "offlineFirst",
});
