import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";

const worker = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("../search/client", () => ({ searchWorker: () => worker }));

let queries: QueryClient;
let WorkerError: typeof import("../search/protocol").WorkerError;
let catalogue: typeof import("./catalogue");
let files: Record<string, () => Response>;
let asked: [path: string, cache: RequestCache | undefined][];
let manifest: object | undefined;

const bytes = (text: string) => new Response(text);
const textOf = (buffer: ArrayBuffer | undefined) => buffer && new TextDecoder().decode(buffer);
/** Messages to the worker. */
const loaded = () => worker.call.mock.calls.map(([{ kind, bytes, counts }]) => [kind, textOf(bytes), textOf(counts)]);

beforeEach(async () => {
  vi.resetModules();
  worker.call.mockReset().mockResolvedValue({ courses: 7 });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  files = { "/catalogue/all-1": () => bytes("all 1"), "/catalogue/counts-2": () => bytes("counts 2") };
  asked = [];
  manifest = { version: 1, file: "catalogue/all-1", library: { file: "library-1" }, notes: "notes-1" };
  vi.stubGlobal("fetch", async (path: string, { cache }: RequestInit) => {
    asked.push([path, cache]);
    if (path !== "/catalogue/manifest.json") return files[path]?.() ?? new Response(null, { status: 404 });
    return manifest ? Response.json(manifest) : new Response(null, { status: 404 });
  });
  catalogue = await import("./catalogue");
  ({ WorkerError } = await import("../search/protocol"));
});

/** Loads the catalogue after the manifest became stale. */
async function load() {
  await queries.invalidateQueries();
  return queries.fetchQuery({ ...catalogue.catalogueQuery, staleTime: 0, retry: false });
}
const paths = () => asked.map(([path]) => path).filter((path) => !path.endsWith("manifest.json"));

test("S2.find.1 the catalogue in the manifest is loaded into the worker once", async () => {
  const first = await load();
  expect(first).toEqual({
    version: "1 catalogue/all-1",
    courses: 7,
    counts: undefined,
    library: "library-1",
    notes: "notes-1",
  });
  expect(await load()).toBe(first);
  expect(loaded()).toEqual([["load", "all 1", undefined]]);
  expect(paths()).toEqual(["/catalogue/all-1"]);
});

test("before a catalogue is published there is none, and it is loaded once there is", async () => {
  const published = manifest;
  manifest = undefined;
  expect(await load()).toEqual({ courses: 0 });
  expect(worker.call).not.toHaveBeenCalled();
  manifest = published;
  expect(await load()).toMatchObject({ courses: 7 });
});

test("newer counts are loaded without the courses, and results are computed again", async () => {
  await load();
  const invalidate = vi.spyOn(queries, "invalidateQueries");
  manifest = { ...manifest, counts: { file: "counts-2" } };
  expect(await load()).toMatchObject({ counts: "counts-2" });
  expect(loaded().at(-1)).toEqual(["load", undefined, "counts 2"]);
  expect(invalidate).toHaveBeenCalledWith({ queryKey: catalogue.searchWorkerKey });
  manifest = { ...manifest, counts: undefined };
  expect(await load()).toMatchObject({ counts: undefined });
  expect(loaded().at(-1)).toEqual(["load", "all 1", undefined]);
});

test("the first load of the catalogue does not invalidate search results", async () => {
  await queries.fetchQuery({ queryKey: catalogue.searchWorkerKey, queryFn: () => 1 });
  await queries.fetchQuery({ ...catalogue.catalogueQuery, retry: false });
  expect(queries.getQueryState(catalogue.searchWorkerKey)?.isInvalidated).toBe(false);
});

test("a changed library or list of notes does not load the courses again", async () => {
  await load();
  manifest = { ...manifest, library: undefined };
  expect(await load()).toMatchObject({ library: undefined, notes: "notes-1" });
  manifest = { ...manifest, notes: "notes-2" };
  expect(await load()).toMatchObject({ notes: "notes-2" });
  expect(worker.call).toHaveBeenCalledOnce();
});

test("if newer counts cannot be loaded, the courses stay, and the next load requests the counts again", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  delete files["/catalogue/counts-2"];
  manifest = { ...manifest, counts: { file: "counts-2" } };
  expect(await load()).toMatchObject({ courses: 7, counts: undefined });
  expect(warn).toHaveBeenCalledOnce();
  await load();
  expect(worker.call).toHaveBeenCalledOnce();
  files["/catalogue/counts-2"] = () => bytes("counts 2");
  expect(await load()).toMatchObject({ counts: "counts-2" });
});

test("a damaged catalogue is fetched once more, bypassing all caches", async () => {
  worker.call.mockRejectedValueOnce(new WorkerError("catalogue", "truncated"));
  expect(await load()).toMatchObject({ courses: 7 });
  const all = asked.filter(([path]) => path === "/catalogue/all-1");
  expect(all.map(([, cache]) => cache)).toEqual(["default", "reload"]);
  expect(asked.filter(([path]) => path.endsWith("manifest.json")).map(([, cache]) => cache)).toEqual([
    "no-cache",
    "reload",
  ]);
});

test("the load rejects after any other failure of the worker, and if a file is missing", async () => {
  worker.call.mockRejectedValueOnce(new WorkerError("internal", "broken"));
  await expect(load()).rejects.toThrow("broken");
  delete files["/catalogue/all-1"];
  await expect(load()).rejects.toThrow("The course list could not be loaded (404).");
  expect(worker.call).toHaveBeenCalledOnce();
});

test("if the manifest changes while a file loads, the file of the new manifest is loaded too", async () => {
  files["/catalogue/all-1"] = () => {
    manifest = { ...manifest, version: 2, file: "all-2" };
    queries.setQueryData(["catalogue", "manifest"], { manifest, respondedAtMs: undefined });
    return bytes("all 1");
  };
  files["/catalogue/all-2"] = () => bytes("all 2");
  expect(await load()).toMatchObject({ version: "2 all-2" });
  expect(loaded().map(([, text]) => text)).toEqual(["all 1", "all 2"]);
});
