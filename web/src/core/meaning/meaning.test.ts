import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WithId, WorkerReply } from "../search/protocol";
import type { MeaningRequest } from "./protocol";

/** Requests to the worker, without bytes. */
const asked: string[] = [];
const terminate = vi.fn();

class TestWorker {
  readonly terminate = terminate;
  #listener: (event: { data: WorkerReply<unknown> }) => void = () => undefined;

  addEventListener(type: string, listener: (event: { data: WorkerReply<unknown> }) => void) {
    if (type === "message") this.#listener = listener;
  }

  postMessage(request: WithId<MeaningRequest>) {
    const { id, kind } = request;
    asked.push([kind, "place" in request ? request.place : "places" in request ? request.places : ""].join(" ").trim());
    queueMicrotask(() => this.#listener({ data: { id, ok: true, result: {} } }));
  }
}

let meaning: typeof import("./meaning");
const bytes = async () => new ArrayBuffer(8);
const load = (places: readonly string[], versions = places.map((place) => ({ place, sha256: "one" }))) =>
  meaning.loadVectors(places, versions, bytes);

beforeEach(async () => {
  vi.stubGlobal("Worker", TestWorker);
  vi.resetModules();
  meaning = await import("./meaning");
  await meaning.startMeaning("model", bytes);
  asked.length = 0;
});
afterEach(() => {
  terminate.mockClear();
  vi.unstubAllGlobals();
});

test("S2.find.7 vectors are loaded once per version and dropped with their place", async () => {
  await load(["CS246", "MATH137"]);
  await load(["CS246", "MATH137"]);
  expect(asked).toEqual(["load CS246", "load MATH137"]);
  await load(["CS246", "MATH137"], [{ place: "CS246", sha256: "two" }]);
  expect(asked.slice(2)).toEqual(["unload MATH137", "load CS246"]);
});

test("S2.find.7 holds the vectors of at most 40 places, without those that were loaded first", async () => {
  const many = Array.from({ length: 39 }, (_, at) => `place${at}`);
  await load(many);
  await load(["CS246"]);
  expect(asked.filter((request) => request.startsWith("unload"))).toEqual([]);
  await load(["MATH137", "place0"]);
  expect(asked.slice(40)).toEqual(["unload place1", "load MATH137"]);
});

test("S2.find.8 stopping the encoder ends its worker, and the next start uses a new one", async () => {
  meaning.stopMeaning();
  expect(terminate).toHaveBeenCalledTimes(1);
  await expect(load(["CS246"])).rejects.toThrow("has not started");
  await meaning.startMeaning("model", bytes);
  expect(asked).toEqual(["start"]);
});
