// @vitest-environment jsdom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signInAs } from "@/api/testing";

vi.mock("@/session/session", () => import("@/api/testing"));

const { startManifestPolling, changedListsSince } = await import("./manifest-polling");
const { noteKeys } = await import("../notes/notes");
const { audioKeys } = await import("../audio/audio");

signInAs({ uid: "amara", name: "Amara" });

const NOW = 1_790_000_000_000;
const manifest = (edition: number, lists: Record<string, number>, since = NOW - 3_600_000) => ({
  version: 2,
  file: "a.bin",
  publishedAt: new Date(edition).toISOString(),
  moves: { edition, since, lists },
});

let published: unknown;
const asked = vi.fn();
let queries: QueryClient;
let stop: () => void;

/** Shows a list. Returns the query function, which counts its calls. */
function shown(queryKey: readonly unknown[], pages = 1) {
  const ask = vi.fn(async () => ({ pages: Array.from({ length: pages }) }));
  new QueryObserver(queries, { queryKey, queryFn: ask, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  );
  return ask;
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  vi.stubGlobal("fetch", async () => {
    asked();
    return Response.json(published, { headers: { date: new Date().toUTCString() } });
  });
  queries = new QueryClient();
  stop = startManifestPolling(queries);
});

afterEach(() => {
  stop();
  queries.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  asked.mockReset();
});

const pass = (secs: number) => vi.advanceTimersByTimeAsync(secs * 1_000);

it("S7.rd.14 refetches the lists that changed, and no others", async () => {
  const [course, other, shelf] = [noteKeys.inCourse("CS246"), noteKeys.inCourse("CS241"), audioKeys.shelf("radio")].map(
    (key) => shown(key),
  );
  published = manifest(NOW - 60_000, { CS246: NOW - 60_000, CS241: NOW - 90_000 });
  await pass(60);
  expect(asked.mock.calls.length).toBeGreaterThan(1);
  for (const list of [course, other, shelf]) expect(list).toHaveBeenCalledTimes(1);

  published = manifest(NOW + 60_000, { CS246: NOW + 60_000, CS241: NOW - 90_000, radio: NOW + 50_000 });
  await pass(60);
  expect(course).toHaveBeenCalledTimes(2);
  expect(shelf).toHaveBeenCalledTimes(2);
  expect(other).toHaveBeenCalledTimes(1);
  await pass(120);
  expect(course).toHaveBeenCalledTimes(2);
});

it("refetches all lists when the manifest no longer has the complete change log, except lists of several pages", async () => {
  const [course, long] = [shown(noteKeys.inCourse("CS246")), shown(noteKeys.inCourse("CS241"), 4)];
  published = manifest(NOW - 60_000, {});
  await pass(10);
  published = manifest(NOW + 60_000, {}, NOW + 60_000);
  await pass(60);
  expect(course).toHaveBeenCalledTimes(2);
  expect(long).toHaveBeenCalledTimes(1);
});

it("refetches once a list that changed while the page was loading", async () => {
  const course = shown(noteKeys.inCourse("CS246"));
  published = manifest(NOW + 1_000, { CS246: NOW + 1_000 });
  await pass(6);
  expect(course).toHaveBeenCalledTimes(2);
});

it("all lists count as changed if the manifest has no complete change log", () => {
  expect(changedListsSince(undefined, 1)).toBeUndefined();
  expect(changedListsSince({ edition: 3, since: 2, lists: {} }, 1)).toBeUndefined();
  expect(changedListsSince({ edition: 3, since: 1, lists: { A: 1, B: 2, C: 3 } }, 1)).toEqual(["B", "C"]);
});
