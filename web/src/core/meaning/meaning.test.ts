import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WithId, WorkerReply } from "../search/protocol";
import type { MeaningRequest } from "./protocol";

/** Requests to the worker, without bytes. */
const asked: string[] = [];
const terminate = vi.fn();
/** Kind of request that the worker does not answer. */
let silentKind = "";
/** Reports that the newest worker could not be loaded. */
let failToLoad: () => void = () => undefined;

class TestWorker {
  readonly terminate = terminate;
  #listener: (event: { data: WorkerReply<unknown> }) => void = () => undefined;

  addEventListener(type: string, listener: (event: { data: WorkerReply<unknown> }) => void) {
    if (type === "message") this.#listener = listener;
    if (type === "error") failToLoad = () => listener({ data: { id: 0, ok: true, result: {} } });
  }

  postMessage(request: WithId<MeaningRequest>) {
    const { id, kind } = request;
    if (kind === silentKind) return;
    asked.push([kind, "place" in request ? request.place : "places" in request ? request.places : ""].join(" ").trim());
    queueMicrotask(() => this.#listener({ data: { id, ok: true, result: {} } }));
  }
}

let meaning: typeof import("./meaning");
const bytes = async () => new ArrayBuffer(8);
const megabytes = async () => new ArrayBuffer(10_000_000);
const load = (
  places: readonly string[],
  versions = places.map((place) => ({ place, sha256: "one" })),
  read: () => Promise<ArrayBuffer> = bytes,
) => meaning.loadVectors(places, versions, read);
const loadLarge = (...places: string[]) => load(places, undefined, megabytes);

beforeEach(async () => {
  vi.stubGlobal("Worker", TestWorker);
  vi.resetModules();
  meaning = await import("./meaning");
  await meaning.startMeaning("model", bytes);
  asked.length = 0;
});
afterEach(() => {
  terminate.mockClear();
  silentKind = "";
  vi.unstubAllGlobals();
});

test("S2.find.7 vectors are loaded once per version, and unloaded when their collection is no longer requested", async () => {
  await load(["CS246", "MATH137"]);
  await load(["CS246", "MATH137"]);
  expect(asked).toEqual(["load CS246", "load MATH137"]);
  await load(["CS246", "MATH137"], [{ place: "CS246", sha256: "two" }]);
  expect(asked.slice(2)).toEqual(["unload MATH137", "load CS246"]);
});

test("S2.find.7 vectors above the limit are dropped, least recently used first, but none of the current search", async () => {
  await loadLarge("CS246");
  await loadLarge("MATH137");
  // Used again, so it is the most recent.
  await loadLarge("CS246");
  expect(asked).toEqual(["load CS246", "load MATH137"]);
  await loadLarge("STAT230");
  expect(asked.slice(2)).toEqual(["load STAT230", "unload MATH137"]);
  await loadLarge("PHYS121", "PHYS122", "PHYS124");
  expect(asked.slice(4)).toEqual(["load PHYS121", "load PHYS122", "load PHYS124", "unload CS246,STAT230"]);
});

test("S2.find.8 stopping the encoder ends its worker, and the next start uses a new one", async () => {
  meaning.stopMeaning();
  expect(terminate).toHaveBeenCalledTimes(1);
  await expect(load(["CS246"])).rejects.toThrow("has not started");
  await meaning.startMeaning("model", bytes);
  expect(asked).toEqual(["start"]);
});

test("S2.find.7 a question that is being answered fails when search by meaning is removed", async () => {
  silentKind = "ask";
  const answer = meaning.askByMeaning({ question: "How are threads stopped?", places: ["CS246"], limit: 5 });
  meaning.stopMeaning();
  await expect(answer).rejects.toThrow("Search was stopped.");
});

test("S2.find.8 a worker that fails to load rejects the start, and the next start uses a new one", async () => {
  meaning.stopMeaning();
  silentKind = "start";
  const started = meaning.startMeaning("model", bytes);
  failToLoad();
  await expect(started).rejects.toThrow("Search by meaning could not be started.");
  await vi.waitFor(() => expect(terminate).toHaveBeenCalledTimes(2));
  silentKind = "";
  await meaning.startMeaning("model", bytes);
  expect(asked).toEqual(["start"]);
});
