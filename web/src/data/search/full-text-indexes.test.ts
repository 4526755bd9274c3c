// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAs, signInOnSharedComputer, signOutForTest } from "@/api/testing";
import { INSIDE_PLACES_MAX } from "@/core/limits";
import { installPersister } from "@/offline/cache/query-persister";
import { fullTextIndexBytes, fullTextIndexesQuery, storeFullTextIndexes } from "./full-text-indexes";

vi.mock("@/session/session", () => import("@/api/testing"));

const asked: string[] = [];
let isReachable = true;

/** Returns the first requested collection. The mocked server has an index only for this one. */
const firstOf = (url: URL) => url.searchParams.get("places")?.split(",")[0];

async function answer(input: Request | string): Promise<Response> {
  const url = new URL(typeof input === "string" ? input : input.url);
  if (url.pathname === "/api/batch") return new Response("", { status: 404 });
  asked.push(url.pathname + decodeURIComponent(url.search));
  if (!isReachable) throw new TypeError("Failed to fetch");
  return url.host === "files.test"
    ? new Response(new Uint8Array([1, 2, 3]))
    : Response.json({
        items: [{ place: firstOf(url), sha256: "one", url: "https://files.test/one", pages: 4, sizeBytes: 3 }],
      });
}

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
installPersister(queries);

const inside = (sha256: string) => ({ place: "CS246", sha256, url: `https://files.test/${sha256}` });
const load = (sha256: string, isAgain = false) =>
  fullTextIndexBytes(inside(sha256), isAgain, new AbortController().signal);
const newest = (places: string[]) => new QueryClient().fetchQuery({ ...fullTextIndexesQuery(places), retry: false });
/** Waits until the index is stored on the device. */
const isKept = (sha256: string) =>
  vi.waitFor(async () => {
    await load(sha256);
    asked.length = 0;
    await load(sha256);
    expect(asked).toEqual([]);
  });

let people = 0;
beforeEach(() => {
  people += 1;
  signInAs({ uid: `amara${people}`, name: "Amara" });
  vi.stubGlobal("fetch", vi.fn(answer));
});
afterEach(() => {
  signOutForTest();
  asked.length = 0;
  isReachable = true;
});

test("S2.find.3 fetches a full-text index once per version, and bypasses the cache if it was damaged", async () => {
  await isKept("one");
  expect((await load("one")).byteLength).toBe(3);
  await load("two");
  await isKept("two");
  await load("two", true);
  expect(asked).toEqual(["/two"]);
});

test("S2.find.3 requests several collections in one call, and in more if there are too many", async () => {
  await newest(["CS246", "MATH137"]);
  expect(asked).toEqual(["/api/library/inside?places=CS246,MATH137"]);
  const places = Array.from({ length: INSIDE_PLACES_MAX + 3 }, (_, at) => `CS${at + 100}`);
  const found = await newest(places);
  const named = asked.slice(1).map((question) => question.split("=")[1]?.split(",") ?? []);
  expect(named.map((some) => some.length)).toEqual([INSIDE_PLACES_MAX, 3]);
  expect(named.flat()).toEqual(places);
  expect(found.map(({ place }) => place)).toEqual([places[0], places[INSIDE_PLACES_MAX]]);
});

test("S4.offline.5 searches the full text on this device when the server is unreachable", async () => {
  await isKept("one");
  isReachable = false;
  expect(await newest(["CS246", "MATH137"])).toEqual([{ place: "CS246", sha256: "one" }]);
  expect((await load("one")).byteLength).toBe(3);
  await expect(newest(["MATH137"])).rejects.toThrow();
});

test("S2.heard.1 S4.offline.5 finds no transcripts, instead of failing, if the device stores none", async () => {
  isReachable = false;
  expect(await newest(["audio_CS246", "audio_radio"])).toEqual([]);
  await expect(newest(["CS246"])).rejects.toThrow();
});

test("S4.offline.9 downloads an offline full-text index once per version, and confirming it renews its lifetime", async () => {
  const keepThem = () => storeFullTextIndexes(["CS246"], new AbortController().signal);
  await keepThem();
  await isKept("one");
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 29 * 86_400_000);
  await keepThem();
  expect(asked).toEqual(["/api/library/inside?places=CS246"]);
  isReachable = false;
  clock.mockReturnValue(Date.now() + 29 * 86_400_000);
  await vi.waitFor(async () => expect(await newest(["CS246"])).toEqual([{ place: "CS246", sha256: "one" }]));
  clock.mockRestore();
  await expect(keepThem()).rejects.toThrow();
});

test("S2.find.4 stores no full text after sign-out or on a shared computer", async () => {
  await isKept("one");
  signInAs({ uid: "ben", name: "Ben" });
  await load("one");
  expect(asked).toEqual(["/one"]);
  signInOnSharedComputer({ uid: "cleo", name: "Cleo" });
  asked.length = 0;
  await load("one");
  await load("one");
  expect(asked).toEqual(["/one", "/one"]);
});
