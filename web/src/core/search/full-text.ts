import type { FullTextRequest, FullTextResponses, PassagePlace } from "./full-text-protocol";
import type { InsideHit, PassageText } from "./full-text-wasm";
import { WorkerClient } from "./protocol";
import { WorkerFileCache } from "./worker-file-cache";

/** A page that matches a query, with the course or album of its note. */
export interface FullTextHit extends Omit<InsideHit, "file"> {
  place: string;
  /** Text of the passage, if the page was found by meaning and not by words. */
  passage?: string;
}

/** Current version of the index of a course or an album, by its hash. */
export interface FullTextIndexVersion {
  place: string;
  sha256: string;
}

/** Fetches the bytes of an index; `isAgain` means that the previous bytes were damaged. */
export type FetchIndexBytes<Version extends FullTextIndexVersion> = (
  version: Version,
  isAgain: boolean,
  signal: AbortSignal,
) => Promise<ArrayBuffer>;

let client: WorkerClient<FullTextRequest, FullTextResponses> | undefined;

function worker() {
  client ??= new WorkerClient<FullTextRequest, FullTextResponses>(
    new Worker(new URL("./full-text-worker.ts", import.meta.url), { type: "module" }),
  );
  return client;
}

const loadedFiles = new WorkerFileCache<string, unknown>((place, bytes) =>
  worker().call<"load">({ kind: "load", place, bytes }),
);

/**
 * Makes the worker load these indexes, and drops the indexes of `places` that are not in `versions`. An index that
 * fails to load does not block the others.
 */
export async function loadFullTextIndexes<Version extends FullTextIndexVersion>(
  places: readonly string[],
  versions: readonly Version[],
  fetchBytes: FetchIndexBytes<Version>,
): Promise<void> {
  const over = places.filter((place) => loadedFiles.has(place) && !versions.some((version) => version.place === place));
  if (over.length > 0) unload(over);
  const loading = versions.map((version) =>
    loadedFiles.load(version.place, version.sha256, (isAgain, signal) => fetchBytes(version, isAgain, signal)),
  );
  const done = await Promise.allSettled(loading);
  const failed = done.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  for (const reason of failed) console.warn("The words of some notes could not be loaded.", reason);
  if (failed.length > 0 && failed.length === versions.length) throw failed[0];
}

/** Returns the best pages for `query` in these places, at most `limit`, and at most `maxPerNote` of one note. */
export async function searchFullText(
  search: { query: string; places: readonly string[]; limit: number; maxPerNote: number },
  signal?: AbortSignal,
): Promise<FullTextHit[]> {
  const { hits } = await worker().call<"search">({ kind: "search", ...search }, signal);
  return hits.map(({ file, ...hit }) => ({ ...hit, place: search.places[file] ?? "" }));
}

/**
 * Returns the pages of one note that may contain these words, also as parts of longer ones, or `undefined` if unknown.
 */
export async function candidatePages(
  search: { query: string; place: string; note: string },
  signal?: AbortSignal,
): Promise<ReadonlySet<number> | undefined> {
  const { pages } = await worker().call<"pages">({ kind: "pages", ...search }, signal);
  return pages && new Set(pages);
}

/** Returns the texts of passages in loaded indexes, or `undefined` for passages that they do not contain. */
export async function readPassages(
  passages: readonly PassagePlace[],
  signal?: AbortSignal,
): Promise<(PassageText | undefined)[]> {
  return (await worker().call<"passages">({ kind: "passages", passages }, signal)).texts;
}

function unload(places: readonly string[]): void {
  for (const place of places) loadedFiles.drop(place, "Nobody searches there any more.");
  worker()
    .call<"unload">({ kind: "unload", places })
    .catch((error: unknown) => console.warn("The words of some notes were not dropped.", error));
}

/** Drops all indexes after sign-out, because they are for members only. */
export function unloadFullTextIndexes(): void {
  const places = loadedFiles.names();
  if (places.length > 0) unload(places);
}
