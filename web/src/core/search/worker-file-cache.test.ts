import { beforeEach, expect, test, vi } from "vitest";
import { WorkerError } from "./protocol";
import { WorkerFileCache } from "./worker-file-cache";

const bytes = new ArrayBuffer(4);
const transfer = vi.fn(async (_name: string, _bytes: ArrayBuffer) => "loaded");
const getBytes = vi.fn(async (_isAgain: boolean, _signal: AbortSignal) => bytes);
const damaged = () => new WorkerError("catalogue", "Damaged.");

let cache: WorkerFileCache<string, string>;
beforeEach(() => {
  transfer.mockReset().mockResolvedValue("loaded");
  getBytes.mockReset().mockResolvedValue(bytes);
  cache = new WorkerFileCache(transfer);
});

test("a version of a file is fetched and passed to the worker once", async () => {
  const first = cache.load("notes", "1", getBytes);
  expect(cache.load("notes", "1", getBytes)).toBe(first);
  expect(await first).toBe("loaded");
  expect(cache.load("notes", "1", getBytes)).toBe(first);
  expect(transfer.mock.calls).toEqual([["notes", bytes]]);
  expect(getBytes.mock.calls.map(([isAgain]) => isAgain)).toEqual([false]);
  expect([cache.has("notes"), cache.has("audio"), cache.names()]).toEqual([true, false, ["notes"]]);
});

test("a newer version stops the loading of an older one, which never reaches the worker", async () => {
  let arrive = () => {};
  getBytes.mockImplementationOnce(() => new Promise((resolve) => (arrive = () => resolve(bytes))));
  const older = cache.load("notes", "1", getBytes);
  const newer = cache.load("notes", "2", getBytes);
  expect(getBytes.mock.calls.map(([, { aborted }]) => aborted)).toEqual([true, false]);
  arrive();
  await expect(older).rejects.toThrow("There is a newer file.");
  expect(await newer).toBe("loaded");
  expect(transfer).toHaveBeenCalledTimes(1);
  expect(cache.load("notes", "2", getBytes)).toBe(newer);
});

test("damaged bytes are fetched again, past every cache, and only once", async () => {
  transfer.mockRejectedValueOnce(damaged());
  expect(await cache.load("notes", "1", getBytes)).toBe("loaded");
  expect(getBytes.mock.calls.map(([isAgain]) => isAgain)).toEqual([false, true]);
  transfer.mockReset().mockRejectedValue(damaged());
  await expect(cache.load("notes", "2", getBytes)).rejects.toBeInstanceOf(WorkerError);
  expect(transfer).toHaveBeenCalledTimes(2);
});

test.each([new TypeError("fetch failed"), new WorkerError("other" as never, "Broken.")])(
  "after %s the file is not fetched again, but the next request fetches it",
  async (error) => {
    transfer.mockRejectedValueOnce(error);
    await expect(cache.load("notes", "1", getBytes)).rejects.toBe(error);
    expect([getBytes.mock.calls.length, cache.has("notes")]).toEqual([1, false]);
    expect(await cache.load("notes", "1", getBytes)).toBe("loaded");
  },
);

test("a dropped file is forgotten, and a load in progress rejects with the reason", async () => {
  let arrive = () => {};
  getBytes.mockImplementationOnce(() => new Promise((resolve) => (arrive = () => resolve(bytes))));
  const loading = cache.load("notes", "1", getBytes);
  cache.drop("notes", "Signed out.");
  cache.drop("unknown", "Signed out.");
  expect(cache.names()).toEqual([]);
  arrive();
  await expect(loading).rejects.toThrow("Signed out.");
  expect(transfer).not.toHaveBeenCalled();
});

test("a file that is dropped after damaged bytes is not fetched again", async () => {
  transfer.mockImplementationOnce(async () => {
    cache.drop("notes", "Signed out.");
    throw damaged();
  });
  await expect(cache.load("notes", "1", getBytes)).rejects.toBeInstanceOf(WorkerError);
  expect(getBytes).toHaveBeenCalledTimes(1);
});

test("the failure of an older version does not forget the newer one", async () => {
  let fail = () => {};
  getBytes.mockImplementationOnce(() => new Promise((_, reject) => (fail = () => reject(new Error("Late.")))));
  const older = cache.load("notes", "1", getBytes);
  await cache.load("notes", "2", getBytes);
  fail();
  await expect(older).rejects.toThrow("Late.");
  expect(cache.has("notes")).toBe(true);
});
