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
  /** Size of the vectors of each place. */
  sizes: Map<string, number>;
}

/** Maximum size of the loaded vectors, 60,000 passages. Those of the current search stay even if they are larger. */
const VECTORS_MAX_BYTES = 24_000_000;

let running: Running | undefined;

/** Starts the encoder with a model, unless it runs with this model. After an error, the next call starts it again. */
export function startMeaning(model: string, readModel: () => Promise<ArrayBuffer>): Promise<unknown> {
  if (running?.model === model) return running.started;
  stopMeaning();
  const worker = new Worker(new URL("./meaning-worker.ts", import.meta.url), { type: "module" });
  const client = new WorkerClient<MeaningRequest, MeaningResponses>(worker);
  const sizes = new Map<string, number>();
  const vectors = new WorkerFileCache<string, unknown>((place, bytes) => {
    sizes.set(place, bytes.byteLength);
    return client.call<"load">({ kind: "load", place, bytes });
  });
  // A worker that fails to load answers no request.
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener("error", () => reject(new Error("Search by meaning could not be started.")));
  });
  broken.catch(() => {
    if (running?.worker === worker) stopMeaning();
  });
  const started = Promise.race([broken, readModel().then((bytes) => client.call<"start">({ kind: "start", bytes }))]);
  const mine = { model, worker, client, started, vectors, sizes };
  running = mine;
  started.catch(() => {
    if (running === mine) stopMeaning();
  });
  return started;
}

/** Stops the encoder and releases its memory, for example after sign-out: vectors are for members only. */
export function stopMeaning(): void {
  for (const place of running?.vectors.names() ?? []) running?.vectors.drop(place, "Search by meaning was stopped.");
  running?.client.close();
  running?.worker.terminate();
  running = undefined;
}

function runningNow(): Running {
  if (!running) throw new Error("Search by meaning has not started.");
  return running;
}

/**
 * Makes the worker load these vectors, and drops those of `places` that are not in `versions`. If too many vectors are
 * loaded, drops others, the least recently used first. Vectors that fail to load do not block the others.
 */
export async function loadVectors<Version extends FullTextIndexVersion>(
  places: readonly string[],
  versions: readonly Version[],
  fetchBytes: FetchIndexBytes<Version>,
): Promise<void> {
  const { vectors, client, sizes } = runningNow();
  const drop = async (over: readonly string[]) => {
    for (const place of over) vectors.drop(place, "These vectors are not needed any more.");
    if (over.length > 0) await client.call<"unload">({ kind: "unload", places: over });
  };
  await drop(places.filter((place) => vectors.has(place) && !versions.some((version) => version.place === place)));
  const loading = versions.map((version) =>
    vectors.load(version.place, version.sha256, (isAgain, signal) => fetchBytes(version, isAgain, signal)),
  );
  for (const each of await Promise.allSettled(loading)) {
    if (each.status === "rejected") console.warn("The vectors of some notes could not be loaded.", each.reason);
  }
  const sizeOf = (place: string) => sizes.get(place) ?? 0;
  let bytes = vectors.names().reduce((sum, place) => sum + sizeOf(place), 0);
  const over: string[] = [];
  for (const place of vectors.names().filter((other) => !places.includes(other))) {
    if (bytes <= VECTORS_MAX_BYTES) break;
    over.push(place);
    bytes -= sizeOf(place);
  }
  await drop(over);
}

/** Returns the passages in these places that are nearest to a question, best first. None if it is not English. */
export function askByMeaning(
  request: { question: string; places: readonly string[]; limit: number },
  signal?: AbortSignal,
): Promise<MeaningResponses["ask"]> {
  return runningNow().client.call<"ask">({ kind: "ask", ...request }, signal);
}

/**
 * Merges two rankings of pages. `words` are found by words, with whether a page has all words and stays before `near`,
 * the pages found by meaning.
 */
export async function fusePages(
  words: readonly { page: number; hasAll: boolean; staysFirst: boolean }[],
  near: readonly number[],
  signal?: AbortSignal,
): Promise<number[]> {
  const request = {
    kind: "fuse" as const,
    words: Uint32Array.from(words, ({ page }) => page),
    hasAll: Uint8Array.from(words, ({ hasAll }) => Number(hasAll)),
    staysFirst: Uint8Array.from(words, ({ staysFirst }) => Number(staysFirst)),
    near: Uint32Array.from(near),
  };
  return [...(await runningNow().client.call<"fuse">(request, signal)).pages];
}
