import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { earlyOr } from "@/lib/early";
import { catalogueAddress, MANIFEST_ADDRESS } from "./addresses";
import { coreClient } from "./client";
import type { CatalogueManifest } from "./engine";
import { REFETCH_SECS } from "./limits";
import { CoreFailure } from "./protocol";

/** How often a visible page asks whether a newer catalogue was published. */
const REFRESH_MS = REFETCH_SECS * 1000;

/** The catalogue that the worker holds. `version` is undefined while none was ever published. */
interface LoadedCatalogue {
  version: string | undefined;
  courses: number;
  /** Name of the file with everything else that can be found; undefined while there is nothing. */
  library: string | undefined;
  /** Hash of the file with the notes of courses, which only members get; undefined while there is none. */
  notes: string | undefined;
}

/** Everything the worker was asked hangs under this key, so that one call refreshes it all. */
export const coreKey = ["core"] as const;

let held: LoadedCatalogue | undefined;

/** Makes sure that the worker holds the newest catalogue; fetches only the manifest when it already does. */
async function loadCatalogue(queries: QueryClient, signal: AbortSignal): Promise<LoadedCatalogue> {
  try {
    return await loadNewest(queries, signal, "no-cache");
  } catch (error) {
    if (!(error instanceof CoreFailure && error.reason === "catalogue")) {
      throw error;
    }
    // A cut-off or stale copy in a cache on the way: once more, past every cache.
    return loadNewest(queries, signal, "reload");
  }
}

async function loadNewest(queries: QueryClient, signal: AbortSignal, cache: RequestCache): Promise<LoadedCatalogue> {
  const manifest = await fetchManifest(signal, cache);
  if (!manifest) {
    held ??= { version: undefined, courses: 0, library: undefined, notes: undefined };
    return held;
  }
  const version = `${manifest.version} ${manifest.file}`;
  const library = manifest.library?.file;
  const { notes } = manifest;
  if (held?.version === version) {
    if (held.library !== library || held.notes !== notes) held = { ...held, library, notes };
    return held;
  }
  const bytes = await fetchFile(manifest.file, cache === "reload" ? "reload" : "default", signal);
  const { courses } = await coreClient().ask({ kind: "load", bytes });
  const isFirst = held === undefined;
  held = { version, courses, library, notes };
  if (!isFirst) {
    // What is on screen stays until the new answers are there.
    void queries.invalidateQueries({ queryKey: coreKey });
  }
  return held;
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

async function fetchManifest(signal: AbortSignal, cache: RequestCache): Promise<CatalogueManifest | undefined> {
  const response = await earlyOr(`GET ${MANIFEST_ADDRESS}`, () => fetch(MANIFEST_ADDRESS, { signal, cache }));
  if (response.status === 404) {
    return undefined;
  }
  if (!response.ok) {
    throw new Error(`The course list could not be loaded (${response.status}).`);
  }
  return (await response.json()) as CatalogueManifest;
}

/** The catalogue, kept fresh while somebody watches it: every 30 s when visible, and on focus. */
export const catalogueQuery = queryOptions({
  queryKey: ["catalogue"] as const,
  queryFn: ({ client: queries, signal }) => loadCatalogue(queries, signal),
  staleTime: REFRESH_MS,
  gcTime: Number.POSITIVE_INFINITY,
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: "always",
  retry: 1,
  // Without a network the worker has the files (`app/worker/sw.ts`).
  networkMode: "offlineFirst",
});
