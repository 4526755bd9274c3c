import { queryOptions } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { createChannel } from "@/lib/browser/broadcast";
import { createWatchers } from "@/lib/watchers";
import { MODEL_CACHE } from "@/offline/files/cache-keys";
import { checkQuota } from "@/offline/files/quota";
import { session } from "@/session/session";

/**
 * The model of search by meaning on this device. It is downloaded only when a student asks for it, and deleted by
 * signing out.
 */

/** A model that the site offers. */
export interface MeaningModel {
  /** Path of the file within the site. */
  file: string;
  sha256: string;
  sizeBytes: number;
}

/** `stored` is an older model, which stays in use until the newer one has replaced it. */
export type ModelState =
  | { status: "unknown" | "absent" }
  | { status: "downloading"; receivedBytes: number; sizeBytes: number; stored?: MeaningModel | undefined }
  | { status: "failed"; message: string; stored?: MeaningModel | undefined }
  | { status: "ready"; model: MeaningModel };

/** Returns the model that this device can use. */
export const usableModel = (state: ModelState): MeaningModel | undefined =>
  state.status === "ready" ? state.model : "stored" in state ? state.stored : undefined;

const MANIFEST = "/meaning.json";

function isModel(value: unknown): value is MeaningModel {
  if (typeof value !== "object" || value === null) return false;
  const { file, sha256, sizeBytes } = value as Partial<Record<keyof MeaningModel, unknown>>;
  return typeof file === "string" && typeof sha256 === "string" && typeof sizeBytes === "number";
}

/** Parses the response of the site. A site without a model responds with the page of the app. */
async function modelIn(response: Response): Promise<MeaningModel | null> {
  if (!response.ok || response.headers.get("content-type")?.includes("json") !== true) return null;
  const value: unknown = await response.json();
  return isModel(value) ? value : null;
}

/** The model that the site offers, or `null` if it was built without one. */
export const offeredModelQuery = queryOptions({
  queryKey: ["meaning", "model"] as const,
  queryFn: async ({ signal }) => modelIn(await fetch(MANIFEST, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
});

let state: ModelState = { status: "unknown" };
let download: AbortController | undefined;
const watchers = createWatchers();
const tabs = createChannel<"changed">("note-ninja meaning");

function become(next: ModelState): void {
  state = next;
  watchers.tell();
}

/** Returns true if this device may store the model: for students, but not on a shared computer. */
export function canStoreModel(): boolean {
  const now = session.state();
  return now.status === "signed-in" && !now.isSharedComputer && typeof caches !== "undefined";
}

/** Returns the stored model. */
async function storedModel(): Promise<MeaningModel | null> {
  if (!canStoreModel() || !(await caches.has(MODEL_CACHE))) return null;
  const cache = await caches.open(MODEL_CACHE);
  const response = await cache.match(MANIFEST);
  return response ? modelIn(response) : null;
}

/** Reads which model this device has, unless it is being downloaded. */
async function restore(): Promise<void> {
  const model = await storedModel().catch(() => null);
  if (download) return;
  become(model ? { status: "ready", model } : { status: "absent" });
}

let isRestoring = false;

function subscribe(onChange: () => void): () => void {
  if (!isRestoring) {
    isRestoring = true;
    tabs.listen(() => void restore());
    session.onEnd(() => {
      download?.abort();
      become({ status: "unknown" });
    });
    session.watch(() => void restore());
    void restore();
  }
  return watchers.watch(onChange);
}

/** Returns the state of the model and subscribes to it. */
export function useModelState(): ModelState {
  return useSyncExternalStore(subscribe, () => state);
}

class DownloadError extends Error {}

/** Fetches the file. `onProgress` gets the number of bytes so far. */
async function fetchModel(
  model: MeaningModel,
  onProgress: (receivedBytes: number) => void,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`/${model.file}`, { signal, cache: "no-store" });
  if (!response.ok || !response.body) throw new DownloadError("It could not be downloaded. Try again.");
  const bytes = new Uint8Array(model.sizeBytes);
  let received = 0;
  for await (const part of partsOf(response.body)) {
    if (received + part.length > bytes.length) throw new DownloadError("The download is damaged. Try again.");
    bytes.set(part, received);
    received += part.length;
    onProgress(received);
  }
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== model.sha256) throw new DownloadError("The download is damaged. Try again.");
  return bytes;
}

/** Yields the parts of a stream. Not every browser can iterate a stream directly. */
async function* partsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (value) yield value;
  }
}

/** Deletes the files of other models. */
async function deleteOthers(cache: Cache, { file }: MeaningModel): Promise<void> {
  for (const request of await cache.keys()) {
    if (![MANIFEST, `/${file}`].includes(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/**
 * Downloads the model and then replaces an older one. Errors become the state `failed`. Returns true if the model was
 * stored.
 */
export async function downloadModel(model: MeaningModel): Promise<boolean> {
  if (download || !canStoreModel()) return false;
  const mine = new AbortController();
  download = mine;
  const stored = usableModel(state);
  const onProgress = (receivedBytes: number) =>
    become({ status: "downloading", receivedBytes, sizeBytes: model.sizeBytes, stored });
  onProgress(0);
  try {
    if (!(await checkQuota(model.sizeBytes)).fits) {
      throw new DownloadError("There is not enough space on this device. Remove something and try again.");
    }
    const bytes = await fetchModel(model, onProgress, mine.signal);
    mine.signal.throwIfAborted();
    const cache = await caches.open(MODEL_CACHE);
    await cache.put(`/${model.file}`, new Response(bytes));
    // From now on this model is the stored one.
    await cache.put(MANIFEST, Response.json(model));
    await deleteOthers(cache, model);
    mine.signal.throwIfAborted();
    download = undefined;
    become({ status: "ready", model });
    tabs.send("changed");
    return true;
  } catch (error) {
    download = undefined;
    if (!canStoreModel()) {
      // The student has signed out.
      await caches.delete(MODEL_CACHE);
      become({ status: "unknown" });
    } else if (mine.signal.aborted) {
      await restore();
    } else {
      console.warn("The model of search by meaning could not be downloaded.", error);
      const message = error instanceof DownloadError ? error.message : "It could not be downloaded. Try again.";
      become({ status: "failed", message, stored });
    }
    return false;
  }
}

/** Stops the download. */
export function cancelDownload(): void {
  download?.abort();
}

/** Removes the model from this device. */
export async function removeModel(): Promise<void> {
  await caches.delete(MODEL_CACHE);
  become({ status: "absent" });
  tabs.send("changed");
}

/** Reads the stored model. If the browser deleted it, it counts as absent. */
export async function readModel(model: MeaningModel): Promise<ArrayBuffer> {
  const cache = await caches.open(MODEL_CACHE);
  const response = await cache.match(`/${model.file}`);
  if (!response) {
    await removeModel();
    throw new Error("The model of search by meaning is not on this device any more.");
  }
  return response.arrayBuffer();
}

/** Returns the model if this device has it. */
export const readyModel = (): Promise<MeaningModel | null> => storedModel().catch(() => null);
