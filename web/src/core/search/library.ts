import { fetchFile } from "../catalogue/catalogue";
import { searchWorker } from "./client";
import type { LibraryFile } from "./protocol";
import { WorkerFileCache } from "./worker-file-cache";

/** Fetches a file; `cache` tells whether a cached copy is acceptable. */
type Fetching = (cache: RequestCache, signal: AbortSignal) => Promise<ArrayBuffer>;

const held = new WorkerFileCache<LibraryFile, number>(
  async (name, bytes) => (await searchWorker().call<"loadLibrary">({ kind: "loadLibrary", name, bytes })).items,
);

/** Makes the worker hold this version of a file. Returns the number of its items. */
const hold = (name: LibraryFile, version: string, fetching: Fetching) =>
  held.load(name, version, (isAgain, signal) => fetching(isAgain ? "reload" : "default", signal));

/** Makes the worker hold the library file with this name. */
export function loadLibrary(file: string): Promise<number> {
  return hold("library", file, (cache, signal) => fetchFile(file, cache, signal));
}

/** Makes the worker hold the file of course notes with this hash. Members can request its URL. */
export function loadNotes(sha256: string, addressOf: (sha256: string) => Promise<string>): Promise<number> {
  return hold("notes", sha256, async (cache, signal) => {
    const response = await fetch(await addressOf(sha256), { cache, signal });
    if (!response.ok) throw new Error(`The list of notes could not be loaded (${response.status}).`);
    return response.arrayBuffer();
  });
}

/** Drops the course notes after sign-out, because they are for members only. */
export function unloadNotes(): void {
  if (!held.has("notes")) return;
  held.drop("notes", "You have signed out.");
  searchWorker()
    .call<"dropLibrary">({ kind: "dropLibrary", name: "notes" })
    .catch((error: unknown) => console.warn("The list of notes was not dropped.", error));
}
