import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { earlyOr } from "@/lib/loading/early";
import type { CatalogueManifest } from "../engine";
import { MANIFEST_ADDRESS } from "./addresses";

/** What the server said of the published files, and when. */
export interface Published {
  /** Undefined while nothing was ever published. */
  manifest: CatalogueManifest | undefined;
  /** The server's time of the answer in milliseconds since 1970, if it said so. */
  answeredAtMs: number | undefined;
}

/** An answer this young is not asked for again, in milliseconds: several parts of a page want it at once. */
const YOUNG_MS = 2_000;

/** The manifest, and everything that is loaded because of it, hangs under this key. */
export const publishedKey = ["catalogue"] as const;

/** Asks for the manifest. Where nothing is new, the answer is a header: the browser keeps the copy and asks whether it is the newest. */
export async function fetchManifest(signal: AbortSignal, cache: RequestCache): Promise<Published> {
  const response = await earlyOr(`GET ${MANIFEST_ADDRESS}`, () => fetch(MANIFEST_ADDRESS, { signal, cache }));
  const answeredAtMs = Date.parse(response.headers.get("date") ?? "") || undefined;
  if (response.status === 404) return { manifest: undefined, answeredAtMs };
  if (!response.ok) throw new Error(`The course list could not be loaded (${response.status}).`);
  return { manifest: (await response.json()) as CatalogueManifest, answeredAtMs };
}

/** The one question that every open page asks again and again; `data/sync/follow.ts` says when. */
export const manifestQuery = queryOptions({
  queryKey: [...publishedKey, "manifest"] as const,
  queryFn: ({ signal }) => fetchManifest(signal, "no-cache"),
  staleTime: YOUNG_MS,
  gcTime: Number.POSITIVE_INFINITY,
  retry: 1,
  // Without a network the worker has it (`app/worker/sw.ts`).
  networkMode: "offlineFirst",
});

/** The manifest, as young as it has to be. */
export const newestManifest = (queries: QueryClient): Promise<Published> => queries.fetchQuery(manifestQuery);
