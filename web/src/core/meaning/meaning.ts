import type { FetchIndexBytes, FullTextIndexVersion } from "../search/full-text";
import { WorkerClient } from "../search/protocol";
import { WorkerFileCache } from "../search/worker-file-cache";
import type { MeaningRequest, MeaningResponses } from "./protocol";

interface Running {
  /** SHA-256 of the loaded model. */
  model: string;
  worker: Worker;
  client: WorkerClient<MeaningRequest, MeaningResponses>;
  started: Promise<unknown>;
  vectors: WorkerFileCache<string, unknown>;
}

/** Maximum number of places whose vectors are held. A place has about 0.5 kB for each passage. */
const PLACES_MAX = 40;

let running: Running | undefined;

/** Starts the encoder with a model, unless it runs with this model. After an error, the next call starts it again. */
export function startMeaning(model: string, readModel: () => Promise<ArrayBuffer>): Promise<unknown> {
  if (running?.model === model) return running.started;
  stopMeaning();
  const worker = new Worker(new URL("./meaning-worker.ts", import.meta.url), { type: "module" });
  const client = new WorkerClient<MeaningRequest, MeaningResponses>(worker);
  const vectors = new WorkerFileCache<string, unknown>((place, bytes) =>
    client.call<"load">({ kind: "load", place, bytes }),
  );
  // A worker that fails to load answers no request.
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => reject(new Error("Search by meaning could not be started.")));
  });
  broken.catch(() => {
    if (running?.worker === worker) stopMeaning();
  });
  const started = Promise.race([broken, readModel().then((bytes) => client.call<"start">({ kind: "start", bytes }))]);
  const mine = { model, worker, client, started, vectors };
  running = mine;
  started.catch(() => {
    if (running === mine) stopMeaning();
  });
  return started;
}

/** Stops the encoder and releases its memory, for example after sign-out: vectors are for members only. */
export function stopMeaning(): void {
  for (const place of running?.vectors.names() ?? []) running?.vectors.drop(place, "Search by meaning was stopped.");
  running?.worker.terminate();
  running = undefined;
}

function runningNow(): Running {
  if (!running) throw new Error("Search by meaning has not started.");
  return running;
}

/**
 * Makes the worker load these vectors, and drops those of `places` that are not in `versions`. If too many places are
 * loaded, drops the others that were loaded first. Vectors that fail to load do not block the others.
 */
export async function loadVectors<Version extends FullTextIndexVersion>(
  places: readonly string[],
  versions: readonly Version[],
  fetchBytes: FetchIndexBytes<Version>,
): Promise<void> {
  const { vectors, client } = runningNow();
  const outdated = places.filter((place) => vectors.has(place) && !versions.some((version) => version.place === place));
  const others = vectors.names().filter((place) => !places.includes(place));
  // The names are in the order of their first use.
  const over = [...outdated, ...others.slice(0, Math.max(0, others.length + versions.length - PLACES_MAX))];
  for (const place of over) vectors.drop(place, "These vectors are not needed any more.");
  if (over.length > 0) await client.call<"unload">({ kind: "unload", places: over });
  const loading = versions.map((version) =>
    vectors.load(version.place, version.sha256, (isAgain, signal) => fetchBytes(version, isAgain, signal)),
  );
  for (const each of await Promise.allSettled(loading)) {
    if (each.status === "rejected") console.warn("The vectors of some notes could not be loaded.", each.reason);
  }
}

/** Returns the passages in these places that are nearest to a question, best first. None if it is not English. */
export function askByMeaning(
  request: { question: string; places: readonly string[]; limit: number },
  signal?: AbortSignal,
): Promise<MeaningResponses["ask"]> {
  return runningNow().client.call<"ask">({ kind: "ask", ...request }, signal);
}

/** Merges two rankings of pages for a text. `words` are found by words, with whether a page has all words and their longest run; `near` by meaning. */
export async function fusePages(
  text: string,
  words: readonly { page: number; hasAll: boolean; mark: string }[],
  near: readonly number[],
  signal?: AbortSignal,
): Promise<number[]> {
  const request = {
    kind: "fuse" as const,
    text,
    words: Uint32Array.from(words, ({ page }) => page),
    hasAll: Uint8Array.from(words, ({ hasAll }) => Number(hasAll)),
    runs: words.map(({ mark }) => mark),
    near: Uint32Array.from(near),
  };
  return [...(await runningNow().client.call<"fuse">(request, signal)).pages];
}
