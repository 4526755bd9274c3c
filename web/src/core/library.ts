import { fetchFile } from "./catalogue";
import { coreClient } from "./client";
import { CoreFailure, type LibraryName } from "./protocol";

/** Fetches a file; `cache` says whether a copy on the way will do. */
type Fetching = (cache: RequestCache, signal: AbortSignal) => Promise<ArrayBuffer>;

/** A file that the worker holds, or is about to. */
interface Held {
  version: string;
  loading: Promise<number>;
  gone: AbortController;
}

const held = new Map<LibraryName, Held>();

/**
 * Makes sure that the worker holds this version of a file; answers with how many things are in it. Whoever stops waiting
 * does not stop the loading, for the next question needs it too; a newer version and `dropNotes` do.
 */
function hold(name: LibraryName, version: string, fetching: Fetching): Promise<number> {
  const known = held.get(name);
  if (known?.version === version) return known.loading;
  known?.gone.abort(new Error("There is a newer list."));
  const gone = new AbortController();
  const load = async (cache: RequestCache) => {
    const bytes = await fetching(cache, gone.signal);
    if (gone.signal.aborted) throw gone.signal.reason;
    return (await coreClient().ask<"loadLibrary">({ kind: "loadLibrary", name, bytes })).things;
  };
  const isDamaged = (error: unknown) => error instanceof CoreFailure && error.reason === "catalogue";
  const loading = load("default").catch((error: unknown) => {
    // As for courses: a cut-off copy on the way is fetched once more, past every cache.
    if (isDamaged(error) && !gone.signal.aborted) return load("reload");
    throw error;
  });
  const mine = { version, loading, gone };
  held.set(name, mine);
  loading.catch(() => {
    // The next question tries again.
    if (held.get(name) === mine) held.delete(name);
  });
  return loading;
}

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

/** Whether the worker holds a list of notes, or is about to. */
export function hasNotes(): boolean {
  return held.has("notes");
}

/** Takes the notes away from the worker: they are for members, and whoever was one has signed out. */
export function dropNotes(): void {
  const known = held.get("notes");
  if (!known) return;
  known.gone.abort(new Error("You have signed out."));
  held.delete("notes");
  coreClient()
    .ask<"dropLibrary">({ kind: "dropLibrary", name: "notes" })
    .catch((error: unknown) => console.warn("The list of notes was not dropped.", error));
}
