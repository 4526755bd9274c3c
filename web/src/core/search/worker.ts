import { type CourseRecord, type Library, loadRules, type RulesModule, type SearchableCatalogue } from "../wasm";
import type { LibraryFile, NumberedSearchRequest, SearchReply, SearchRequest, SearchResponses } from "./protocol";

/**
 * Worker that holds the catalogue and searches it outside the page's thread, so that typing stays smooth while 54,000
 * courses are ranked.
 */

let catalogue: SearchableCatalogue | undefined;
const libraries = new Map<LibraryFile, Library>();

class UnreadableCatalogue extends Error {}

/** Runs a function that reads bytes, and converts its errors to `UnreadableCatalogue`. */
function asUnreadable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new UnreadableCatalogue(error instanceof Error ? error.message : String(error));
  }
}

/** Reads bytes. The previous data stay in use until the bytes are validated. */
function read<Held>(Kind: new (bytes: Uint8Array) => Held, bytes: ArrayBuffer): Held {
  return asUnreadable(() => new Kind(new Uint8Array(bytes)));
}

function load(module: RulesModule, bytes?: ArrayBuffer, counts?: ArrayBuffer): SearchResponses["load"] {
  const next = bytes ? read(module.SearchableCatalogue, bytes) : catalogue;
  if (counts) asUnreadable(() => next?.count(new Uint8Array(counts)));
  if (next !== catalogue) catalogue?.free();
  catalogue = next;
  return { courses: next?.size ?? 0 };
}

function loadLibrary(module: RulesModule, name: LibraryFile, bytes: ArrayBuffer): SearchResponses["loadLibrary"] {
  const next = read(module.Library, bytes);
  libraries.get(name)?.free();
  libraries.set(name, next);
  return { items: next.size };
}

function dropLibrary(name: LibraryFile): SearchResponses["dropLibrary"] {
  libraries.get(name)?.free();
  libraries.delete(name);
  return {};
}

function findCourses(from: SearchableCatalogue, codes: readonly string[]): CourseRecord[] {
  return codes.map((code) => from.course(code)).filter((record) => record !== undefined);
}

const nothingFound: SearchResponses["searchLibrary"] = { audio: [], albums: [], playlists: [], notes: [] };

/** Requests that need no courses. */
type OfFiles = "load" | "loadLibrary" | "dropLibrary" | "searchLibrary";

const nothingYet: { [Kind in Exclude<SearchRequest["kind"], OfFiles>]: SearchResponses[Kind] } = {
  search: { hits: [] },
  enterMatch: { code: undefined },
  recommend: { followed: 0, total: 0, courses: [] },
  top: { courses: [] },
  courses: { courses: [] },
};

function handleRequest(module: RulesModule, request: SearchRequest): SearchResponses[keyof SearchResponses] {
  if (request.kind === "load") {
    return load(module, request.bytes, request.counts);
  }
  if (request.kind === "loadLibrary") {
    return loadLibrary(module, request.name, request.bytes);
  }
  if (request.kind === "dropLibrary") {
    return dropLibrary(request.name);
  }
  if (request.kind === "searchLibrary") {
    return libraries.get(request.name)?.search(request.query, request.limit) ?? nothingFound;
  }
  if (!catalogue) {
    return nothingYet[request.kind];
  }
  switch (request.kind) {
    case "search":
      return { hits: catalogue.search(request.query, request.limit) };
    case "enterMatch":
      return { code: catalogue.enterMatch(request.query) };
    case "recommend": {
      const { followed, offset, limit, saved, listened } = request;
      return catalogue.guides([...followed], offset, limit, [...saved], [...listened]);
    }
    case "top":
      return { courses: catalogue.courses(0, request.count) };
    case "courses":
      return { courses: findCourses(catalogue, request.codes) };
  }
}

async function reply(request: NumberedSearchRequest): Promise<SearchReply> {
  try {
    return { id: request.id, ok: true, result: handleRequest(await loadRules(), request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      id: request.id,
      ok: false,
      reason: error instanceof UnreadableCatalogue ? "catalogue" : "internal",
      message,
    };
  }
}

// Start to load the core before the first request.
loadRules().catch(() => undefined);

// Responses leave in the order of the requests: each waits for the previous one.
let last: Promise<void> = Promise.resolve();
self.addEventListener("message", (event: MessageEvent<NumberedSearchRequest>) => {
  last = last.then(async () => {
    self.postMessage(await reply(event.data));
  });
});
