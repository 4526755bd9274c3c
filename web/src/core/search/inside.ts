import { Holding } from "./holding";
import type { InsideHit } from "./inside-engine";
import type { InsideAnswers, InsideQuestion } from "./inside-protocol";
import { WorkerClient } from "./protocol";

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

let client: WorkerClient<InsideQuestion, InsideAnswers> | undefined;

function worker() {
  client ??= new WorkerClient<InsideQuestion, InsideAnswers>(
    new Worker(new URL("./inside-worker.ts", import.meta.url), { type: "module" }),
  );
  return client;
}

const held = new Holding<string, unknown>((place, bytes) => worker().ask<"hold">({ kind: "hold", place, bytes }));

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
  const loading = versions.map((version) =>
    held.hold(version.place, version.sha256, (isAgain, signal) => bytes(version, isAgain, signal)),
  );
  const done = await Promise.allSettled(loading);
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

/** Which pages of one note may have these words, as parts of longer ones too; nothing where that is not known. */
export async function pagesInside(
  question: { query: string; place: string; note: string },
  signal?: AbortSignal,
): Promise<ReadonlySet<number> | undefined> {
  const { pages } = await worker().ask<"pages">({ kind: "pages", ...question }, signal);
  return pages && new Set(pages);
}

function release(places: readonly string[]): void {
  for (const place of places) held.drop(place, "Nobody searches there any more.");
  worker()
    .ask<"release">({ kind: "release", places })
    .catch((error: unknown) => console.warn("The words of some notes were not dropped.", error));
}

/** Takes all words away from the worker: they are for members, and whoever was one has signed out. */
export function dropInsides(): void {
  const places = held.names();
  if (places.length > 0) release(places);
}
