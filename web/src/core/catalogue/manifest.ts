import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { takePrefetched } from "@/lib/loading/prefetched-responses";
import type { CatalogueManifest } from "../wasm";
import { MANIFEST_URL } from "./urls";

/** The manifest with the time of its response. */
export interface FetchedManifest {
  /** Undefined until a catalogue is published. */
  manifest: CatalogueManifest | undefined;
  /** Server time of the response in Unix milliseconds, if known. */
  respondedAtMs: number | undefined;
}

/** Stale time of the manifest, in milliseconds. Several parts of a page request it at once. */
const MANIFEST_STALE_MS = 2_000;

/** Key prefix of the manifest and everything loaded because of it. */
export const catalogueKey = ["catalogue"] as const;

/** Fetches the manifest. If nothing is new, the browser revalidates its copy and receives only headers. */
export async function fetchManifest(signal: AbortSignal, cache: RequestCache): Promise<FetchedManifest> {
  const response = await takePrefetched(`GET ${MANIFEST_URL}`, () => fetch(MANIFEST_URL, { signal, cache }));
  const answeredAtMs = Date.parse(response.headers.get("date") ?? "") || undefined;
  if (response.status === 404) return { manifest: undefined, respondedAtMs: answeredAtMs };
  if (!response.ok) throw new Error(`The course list could not be loaded (${response.status}).`);
  return { manifest: (await response.json()) as CatalogueManifest, respondedAtMs: answeredAtMs };
}

/** Manifest query, which every open page polls (`data/sync/manifest-polling.ts`). */
export const manifestQuery = queryOptions({
  queryKey: [...catalogueKey, "manifest"] as const,
  queryFn: ({ signal }) => fetchManifest(signal, "no-cache"),
  staleTime: MANIFEST_STALE_MS,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 1,
  // Offline, the service worker has it (`app/worker/sw.ts`).
  networkMode: "offlineFirst",
});

/** Returns a manifest that is at most as old as its stale time. */
export const newestManifest = (queries: QueryClient): Promise<FetchedManifest> => queries.fetchQuery(manifestQuery);
