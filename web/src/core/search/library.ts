import { fetchFile } from "../catalogue/catalogue";
import { coreClient } from "./client";
import { Holding } from "./holding";
import type { LibraryName } from "./protocol";

/** Fetches a file; `cache` says whether a copy on the way will do. */
type Fetching = (cache: RequestCache, signal: AbortSignal) => Promise<ArrayBuffer>;

const held = new Holding<LibraryName, number>(
  async (name, bytes) => (await coreClient().ask<"loadLibrary">({ kind: "loadLibrary", name, bytes })).things,
);

/** Makes sure that the worker holds this version of a file; answers with how many things are in it. */
const hold = (name: LibraryName, version: string, fetching: Fetching) =>
  held.hold(name, version, (isAgain, signal) => fetching(isAgain ? "reload" : "default", signal));

/** Has the worker hold what everybody can find beside courses: the file of this name. */
export function loadLibrary(file: string): Promise<number> {
  return hold("library", file, (cache, signal) => fetchFile(file, cache, signal));
}

/** Has the worker hold the notes of courses: the file with this hash, whose address members get. */
export function loadNotes(sha256: string, addressOf: (sha256: string) => Promise<string>): Promise<number> {
  return hold("notes", sha256, async (cache, signal) => {
    const response = await fetch(await addressOf(sha256), { cache, signal });
    if (!response.ok) throw new Error(`The list of notes could not be loaded (${response.status}).`);
    return response.arrayBuffer();
  });
}

/** Takes the notes away from the worker: they are for members, and whoever was one has signed out. */
export function dropNotes(): void {
  if (!held.has("notes")) return;
  held.drop("notes", "You have signed out.");
  coreClient()
    .ask<"dropLibrary">({ kind: "dropLibrary", name: "notes" })
    .catch((error: unknown) => console.warn("The list of notes was not dropped.", error));
}
