import type { InsideHit } from "./inside-engine";
import type { InsideAnswers, InsideQuestion } from "./inside-protocol";
import { CoreFailure, WorkerClient } from "./protocol";

/** A page that has what was searched for, and the course or album that its note belongs to. */
export interface FoundPage extends Omit<InsideHit, "file"> {
  place: string;
}

/** The newest words of a course or an album, by their hash. */
export interface InsideVersion {
  place: string;
  sha256: string;
}

/** Gets the bytes of one; `isAgain` says that what came before was damaged. */
export type InsideBytes<Version extends InsideVersion> = (
  version: Version,
  isAgain: boolean,
  signal: AbortSignal,
) => Promise<ArrayBuffer>;

interface Held {
  sha256: string;
  loading: Promise<void>;
  gone: AbortController;
}

let client: WorkerClient<InsideQuestion, InsideAnswers> | undefined;
const held = new Map<string, Held>();

function worker() {
  client ??= new WorkerClient<InsideQuestion, InsideAnswers>(
    new Worker(new URL("./inside-worker.ts", import.meta.url), { type: "module" }),
  );
  return client;
}

/** Has the worker hold this version of a place's words, and no older one. */
function hold<Version extends InsideVersion>(version: Version, bytes: InsideBytes<Version>): Promise<void> {
  const { place, sha256 } = version;
  const known = held.get(place);
  if (known?.sha256 === sha256) return known.loading;
  known?.gone.abort(new Error("There are newer words."));
  const gone = new AbortController();
  const load = async (isAgain: boolean) => {
    const file = await bytes(version, isAgain, gone.signal);
    if (gone.signal.aborted) throw gone.signal.reason;
    await worker().ask<"hold">({ kind: "hold", place, bytes: file });
  };
  const loading = load(false).catch((error: unknown) => {
    const isDamaged = error instanceof CoreFailure && error.reason === "catalogue";
    if (isDamaged && !gone.signal.aborted) return load(true);
    throw error;
  });
  const mine = { sha256, loading, gone };
  held.set(place, mine);
  loading.catch(() => {
    // The next question tries again.
    if (held.get(place) === mine) held.delete(place);
  });
  return loading;
}

/**
 * Makes sure that the worker holds these words and, of these places, none that are not named. One that cannot be had does not
 * stand in the way of the others.
 */
export async function holdInsides<Version extends InsideVersion>(
  places: readonly string[],
  versions: readonly Version[],
  bytes: InsideBytes<Version>,
): Promise<void> {
  const over = places.filter((place) => held.has(place) && !versions.some((version) => version.place === place));
  if (over.length > 0) release(over);
  const done = await Promise.allSettled(versions.map((version) => hold(version, bytes)));
  const failed = done.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  for (const reason of failed) console.warn("The words of some notes could not be loaded.", reason);
  if (failed.length > 0 && failed.length === versions.length) throw failed[0];
}

/** The best pages for `query` in these places, at most `limit`, and of one note at most `ofNote`. */
export async function findInside(
  question: { query: string; places: readonly string[]; limit: number; ofNote: number },
  signal?: AbortSignal,
): Promise<FoundPage[]> {
  const { hits } = await worker().ask<"find">({ kind: "find", ...question }, signal);
  return hits.map(({ file, ...hit }) => ({ ...hit, place: question.places[file] ?? "" }));
}

function release(places: readonly string[]): void {
  for (const place of places) {
    held.get(place)?.gone.abort(new Error("Nobody searches there any more."));
    held.delete(place);
  }
  worker()
    .ask<"release">({ kind: "release", places })
    .catch((error: unknown) => console.warn("The words of some notes were not dropped.", error));
}

/** Takes all words away from the worker: they are for members, and whoever was one has signed out. */
export function dropInsides(): void {
  if (held.size > 0) release([...held.keys()]);
}
