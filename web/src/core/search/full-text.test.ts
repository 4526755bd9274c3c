import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FullTextRequest } from "./full-text-protocol";
import type { WithId, WorkerReply } from "./protocol";

/** Requests to the worker, without the bytes, and a check that decides which bytes are readable. */
const asked: string[] = [];
let isReadable: (bytes: ArrayBuffer) => boolean = () => true;

class TestWorker {
  #listeners: ((event: { data: WorkerReply<unknown> }) => void)[] = [];

  addEventListener(type: string, listener: (event: { data: WorkerReply<unknown> }) => void) {
    if (type === "message") this.#listeners.push(listener);
  }

  postMessage(question: WithId<FullTextRequest>) {
    const { id, kind } = question;
    asked.push(kind === "load" ? `load ${question.place}` : kind === "unload" ? `unload ${question.places}` : kind);
    const isRefused = kind === "load" && !isReadable(question.bytes);
    const hit = {
      note: "n1",
      title: "RAII",
      page: 2,
      score: 1,
      hasAll: true,
      staysFirst: true,
      snippet: "",
      ranges: [],
      mark: "",
      file: 1,
    };
    const reply: WorkerReply<unknown> = isRefused
      ? { id, ok: false, reason: "catalogue", message: "These are no words." }
      : { id, ok: true, result: kind === "search" ? { hits: [hit] } : {} };
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener({ data: reply });
    });
  }
}

let inside: typeof import("./full-text");
const version = (place: string, sha256 = "one") => ({ place, sha256 });
const bytes = async () => new ArrayBuffer(8);

beforeEach(async () => {
  vi.stubGlobal("Worker", TestWorker);
  vi.resetModules();
  inside = await import("./full-text");
});

afterEach(() => {
  asked.length = 0;
  isReadable = () => true;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("S2.find.3 loads the full-text index of a collection once per version, and drops an index that was removed", async () => {
  const places = ["CS246", "MATH137"];
  await inside.loadFullTextIndexes(
    places,
    places.map((place) => version(place)),
    bytes,
  );
  await inside.loadFullTextIndexes(
    places,
    places.map((place) => version(place)),
    bytes,
  );
  expect(asked).toEqual(["load CS246", "load MATH137"]);
  await inside.loadFullTextIndexes(places, [version("CS246", "two")], bytes);
  expect(asked.slice(2)).toEqual(["unload MATH137", "load CS246"]);
  // A search in one course does not drop the indexes of others.
  await inside.loadFullTextIndexes(["STAT230"], [], bytes);
  expect(asked).toHaveLength(4);
});

test("S2.find.3 reports which collection's index contains a page", async () => {
  const question = { query: "destructor", places: ["CS246", "MATH137"], limit: 4, maxPerNote: 2 };
  expect(await inside.searchFullText(question)).toMatchObject([{ place: "MATH137", note: "n1", page: 2 }]);
});

test("S2.find.3 an index that cannot be loaded does not block the others, and is retried", async () => {
  const told = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  let isThere = false;
  const some = async ({ place }: { place: string }) => {
    if (place === "CS246" && !isThere) throw new Error("gone");
    return new ArrayBuffer(8);
  };
  const versions = [version("CS246"), version("MATH137")];
  await inside.loadFullTextIndexes(["CS246", "MATH137"], versions, some);
  expect(asked).toEqual(["load MATH137"]);
  expect(told).toHaveBeenCalledOnce();
  isThere = true;
  await inside.loadFullTextIndexes(["CS246", "MATH137"], versions, some);
  expect(asked).toEqual(["load MATH137", "load CS246"]);
  await expect(
    inside.loadFullTextIndexes(["PHYS121"], [version("PHYS121")], () => Promise.reject(new Error("no network"))),
  ).rejects.toThrow("no network");
});

test("S2.find.3 fetches a damaged index once more, bypassing the cache", async () => {
  isReadable = (file) => file.byteLength === 8;
  const tries: boolean[] = [];
  const cut = async (_: unknown, isAgain: boolean) => {
    tries.push(isAgain);
    return new ArrayBuffer(isAgain ? 8 : 3);
  };
  await inside.loadFullTextIndexes(["CS246"], [version("CS246")], cut);
  expect(tries).toEqual([false, true]);
});

test("S2.find.4 signing out removes the indexes from the worker and cancels those being loaded", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await inside.loadFullTextIndexes(["CS246"], [version("CS246")], bytes);
  let arrive: (file: ArrayBuffer) => void = () => undefined;
  const late = inside.loadFullTextIndexes(["MATH137"], [version("MATH137")], () => {
    return new Promise((resolve) => {
      arrive = resolve;
    });
  });
  inside.unloadFullTextIndexes();
  arrive(new ArrayBuffer(8));
  await expect(late).rejects.toThrow();
  expect(asked).toEqual(["load CS246", "unload CS246,MATH137"]);
});
