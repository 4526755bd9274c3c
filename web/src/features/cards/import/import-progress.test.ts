// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findInterruptedImport, identifySource, startOrResumeImport } from "./import-progress";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const batch = (...ids: string[]) => ids.map((id) => ({ id })) as never;
const { signal } = new AbortController();
const start = (page = "/cards") => startOrResumeImport("amara", page, "digest", undefined);
const find = (uid = "amara", page = "/cards") => findInterruptedImport(uid, page, signal);

test("S6.import.5 an import is stored before each batch, until it is complete", async () => {
  const sent = start();
  expect(await find()).toBeUndefined();
  sent.addChapter("second");
  sent.addCards("second", batch("a", "b"));
  sent.addCards("second", batch("b", "c"));
  expect(await find()).toMatchObject({ chapters: ["second"], cards: { second: ["a", "b", "c"] } });
  sent.drop();
  expect(await find()).toBeUndefined();
});

test("S6.import.5 an interrupted import is found for the same user and page only, and only for a day", async () => {
  start().addCards("", batch("a"));
  expect(await find("jordan")).toBeUndefined();
  expect(await find("amara", "/other")).toBeUndefined();
  expect(await find()).toBeDefined();
  vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60 * 1000 });
  expect(await find()).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

test("S6.import.5 only the same source resumes an interrupted import", async () => {
  start().addCards("", batch("a"));
  const interrupted = await find();
  const cards = (source: string) => startOrResumeImport("amara", "/cards", source, interrupted).cards;
  expect(cards("digest")).toEqual({ "": ["a"] });
  expect(cards("other")).toEqual({});
});

test("S6.import.5 two imports are stored separately", async () => {
  const [one, other] = [start(), start("/other")];
  one.addCards("", batch("a"));
  other.addCards("", batch("b"));
  other.drop();
  expect((await find())?.cards).toEqual({ "": ["a"] });
});

test("S6.import.5 an import that another tab is sending is found only when its lock is released", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const request = vi.fn(() => released);
  vi.stubGlobal("navigator", { locks: { request } });
  start().addCards("", batch("a"));
  const found = vi.fn();
  const search = find().then(found);
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1));
  expect(found).not.toHaveBeenCalled();
  release();
  await search;
  expect(found.mock.calls[0]?.[0]).toMatchObject({ cards: { "": ["a"] } });
});

test("H30 nothing is stored on a shared computer", async () => {
  startOrResumeImport(undefined, "/cards", "digest", undefined).addCards("", batch("a"));
  expect(localStorage).toHaveLength(0);
  expect(await findInterruptedImport(undefined, "/cards", signal)).toBeUndefined();
});

test.each(["{", "null", "{}", '{"id":"i","page":"/cards","source":"x","at":1,"chapters":[],"cards":{"":1}}'])(
  "S6.import.5 a stored import %s that cannot be read is removed",
  async (stored) => {
    localStorage.setItem("nn:u:amara:interrupted-import:i", stored);
    expect(await find()).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  },
);

test("a text and a file with the same bytes have the same source, and other bytes another one", async () => {
  const source = await identifySource("a :: b");
  expect(source).toMatch(/^[0-9a-f]{64}$/);
  expect(await identifySource(new TextEncoder().encode("a :: b"))).toBe(source);
  expect(await identifySource("a :: c")).not.toBe(source);
});
