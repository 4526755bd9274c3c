import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { ApiProblem } from "@/api/problem";
import type { components } from "@/api/schema";
import { INSIDE_PLACES_MAX } from "@/core/limits";
import {
  deleteCachedValue,
  deleteCachedValues,
  readCachedValue,
  writeCachedValue,
} from "@/offline/cache/query-persister";
import { manifestInvalidated } from "../query/cache-policies";
import { isAudioPlace } from "./audio-places";
import { readyModel } from "./meaning-model";

/** Full-text index of a course or an album. For local copies only the version is known. */
export type FullTextIndex = Pick<components["schemas"]["FullTextIndex"], "place" | "sha256"> & {
  url?: string;
  vectors?: Pick<components["schemas"]["PassageVectors"], "sha256" | "model"> & { url?: string };
};

/** Vectors of the passages of a course or an album, for search by meaning. */
export interface VectorsFile {
  place: string;
  sha256: string;
  /** SHA-256 of the model that computed them. */
  model: string;
  url?: string | undefined;
}

/**
 * Current versions of the full-text indexes of these courses and albums. While they are used, they are polled rarely,
 * because the manifest does not signal their changes. Offline, these are the versions of the local copies.
 */
export const fullTextIndexesQuery = (places: readonly string[]) =>
  queryOptions({
    queryKey: ["inside", "places", places] as const,
    queryFn: async ({ signal }): Promise<readonly FullTextIndex[]> => {
      try {
        return (await Promise.all(inBatches(places).map((some) => newestOf(some, signal)))).flat();
      } catch (error) {
        const isUnreachable = error instanceof ApiProblem && error.status === 0;
        if (!isUnreachable) throw error;
        const stored = await storedIndexes(places);
        // Most collections have no transcripts, so it is no error if none are stored.
        if (stored.length === 0 && !places.every(isAudioPlace)) throw error;
        return stored;
      }
    },
    enabled: places.length > 0,
    networkMode: "offlineFirst",
    ...manifestInvalidated,
    refetchInterval: manifestInvalidated.staleTime,
    refetchOnWindowFocus: true,
  });

/** Splits the names of collections into groups of the size that the server allows. */
function inBatches(places: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(places.length / INSIDE_PLACES_MAX);
  return Array.from({ length: count }, (_, at) => places.slice(at * INSIDE_PLACES_MAX, (at + 1) * INSIDE_PLACES_MAX));
}

async function newestOf(places: readonly string[], signal: AbortSignal): Promise<readonly FullTextIndex[]> {
  const query = { places: places.join(",") };
  return (await unwrap(api.GET("/api/library/inside", { params: { query }, signal }))).items;
}

interface StoredIndex {
  sha256: string;
  bytes: ArrayBuffer;
}

interface StoredVectors extends StoredIndex {
  model: string;
}

const VECTORS = "vectors ";
const nameOf = (place: string) => `inside ${place}`;
const vectorsNameOf = (place: string) => VECTORS + place;

/** Returns the local copy of an index, or of vectors. */
async function readStoredIndex(name: string): Promise<StoredIndex | undefined> {
  const value = await readCachedValue(name);
  const isIndex = typeof value === "object" && value !== null && "sha256" in value && "bytes" in value;
  return isIndex ? (value as StoredIndex) : undefined;
}

async function readStoredVectors(place: string): Promise<StoredVectors | undefined> {
  const stored = await readStoredIndex(vectorsNameOf(place));
  return stored && "model" in stored ? (stored as StoredVectors) : undefined;
}

async function storedIndexes(places: readonly string[]): Promise<FullTextIndex[]> {
  const stored = await Promise.all(
    places.map(async (place) => {
      const [index, vectors] = await Promise.all([readStoredIndex(nameOf(place)), readStoredVectors(place)]);
      if (!index) return [];
      const { sha256 } = index;
      return [{ place, sha256, ...(vectors && { vectors: { sha256: vectors.sha256, model: vectors.model } }) }];
    }),
  );
  return stored.flat();
}

/** Returns the vectors that were computed with this model. */
export function vectorsFor(model: string, indexes: readonly FullTextIndex[]): VectorsFile[] {
  return indexes.flatMap(({ place, vectors }) => (vectors?.model === model ? { place, ...vectors } : []));
}

/**
 * Stores the current indexes of these courses and albums on this device, and the vectors for search by meaning if it is
 * on.
 *
 * @throws `ApiProblem`, and errors of `fetch`.
 */
export async function storeFullTextIndexes(places: readonly string[], signal: AbortSignal): Promise<void> {
  const newest = (await Promise.all(inBatches(places).map((some) => newestOf(some, signal)))).flat();
  await deleteFullTextIndexes(places.filter((place) => !newest.some((index) => index.place === place)));
  for (const index of newest) {
    const stored = await readStoredIndex(nameOf(index.place));
    // The copy is current, so writing it again restarts its retention period.
    if (stored?.sha256 === index.sha256) void writeCachedValue(nameOf(index.place), stored);
    else await fullTextIndexBytes(index, false, signal);
  }
  const model = await readyModel();
  for (const vectors of model ? vectorsFor(model.sha256, newest) : []) {
    const stored = await readStoredVectors(vectors.place);
    if (stored?.sha256 === vectors.sha256) void writeCachedValue(vectorsNameOf(vectors.place), stored);
    else await vectorsBytes(vectors, false, signal);
  }
}

/** Deletes the local indexes of these courses and albums, because some of their notes were deleted. */
export async function deleteFullTextIndexes(places: readonly string[]): Promise<void> {
  for (const place of places) {
    await deleteCachedValue(nameOf(place));
    await deleteCachedValue(vectorsNameOf(place));
  }
}

/** Deletes all local vectors, which have no use without the model. */
export const deleteVectors = (): Promise<void> => deleteCachedValues(VECTORS);

/**
 * Returns the bytes of an index: the local copy if it has this version and is not damaged, otherwise the file at its
 * URL.
 */
export async function fullTextIndexBytes(
  index: FullTextIndex,
  isAgain: boolean,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  return storedOrFetched(nameOf(index.place), index, isAgain, signal);
}

/** Returns the bytes of vectors, like {@link fullTextIndexBytes}. */
export async function vectorsBytes(vectors: VectorsFile, isAgain: boolean, signal: AbortSignal): Promise<ArrayBuffer> {
  return storedOrFetched(vectorsNameOf(vectors.place), vectors, isAgain, signal);
}

async function storedOrFetched(
  name: string,
  { place, sha256, model, url }: { place: string; sha256: string; model?: string; url?: string | undefined },
  isAgain: boolean,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const stored = isAgain ? undefined : await readStoredIndex(name);
  if (stored?.sha256 === sha256) return stored.bytes;
  if (url === undefined) throw new Error(`The words of ${place} are not on this device any more.`);
  const response = await fetch(url, { signal, cache: isAgain ? "reload" : "default" });
  if (!response.ok) throw new Error(`The words of ${place} could not be loaded (${response.status}).`);
  const bytes = await response.arrayBuffer();
  // The user may have changed since the request.
  signal.throwIfAborted();
  // The bytes are transferred to the worker, so a copy is stored.
  void writeCachedValue(name, { sha256, bytes: bytes.slice(0), ...(model && { model }) });
  return bytes;
}
